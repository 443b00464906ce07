ALTER TABLE "incident" ADD COLUMN     "startedAt" TIMESTAMPTZ(3);
