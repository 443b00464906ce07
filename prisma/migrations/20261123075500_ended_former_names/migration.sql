-- CreateTable
CREATE TABLE "ended_former_name" (
    "tenantId" UUID NOT NULL,
    "changeSetId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "entityId" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_former_name_pkey" PRIMARY KEY ("tenantId","changeSetId","kind","technicalName")
);

-- The change set is written last, after what points to it.
ALTER TABLE "ended_former_name" ADD CONSTRAINT "ended_former_name_tenantId_changeSetId_fkey" FOREIGN KEY ("tenantId", "changeSetId") REFERENCES "change_set"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT DEFERRABLE INITIALLY DEFERRED;

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "ended_former_name" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ended_former_name" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "ended_former_name" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "ended_former_name" TO faultline_app;
