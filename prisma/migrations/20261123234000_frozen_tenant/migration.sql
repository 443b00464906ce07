-- Since when a tenant is read-only because it moves to another installation; null where it is not.
ALTER TABLE "tenant" ADD COLUMN "frozenAt" TIMESTAMPTZ(3);
