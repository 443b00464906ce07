-- CreateTable
CREATE TABLE "manifest_ownership_change" (
    "tenantId" UUID NOT NULL,
    "changeSetId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "entityId" UUID NOT NULL,
    "manifestName" TEXT NOT NULL,
    "hasCreated" BOOLEAN NOT NULL,
    "isTaken" BOOLEAN NOT NULL,

    CONSTRAINT "manifest_ownership_change_pkey" PRIMARY KEY ("tenantId","changeSetId","kind","entityId")
);

-- The change set is written last, after what points to it.
ALTER TABLE "manifest_ownership_change" ADD CONSTRAINT "manifest_ownership_change_tenantId_changeSetId_fkey" FOREIGN KEY ("tenantId", "changeSetId") REFERENCES "change_set"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT DEFERRABLE INITIALLY DEFERRED;

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "manifest_ownership_change" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "manifest_ownership_change" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "manifest_ownership_change" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "manifest_ownership_change" TO faultline_app;
