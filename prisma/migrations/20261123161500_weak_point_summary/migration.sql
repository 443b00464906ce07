-- CreateTable
CREATE TABLE "weak_point_summary" (
    "tenantId" UUID NOT NULL,
    "landscapeVersion" INTEGER NOT NULL,
    "computedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "capabilities" JSON NOT NULL,
    "points" JSON NOT NULL,

    CONSTRAINT "weak_point_summary_pkey" PRIMARY KEY ("tenantId")
);

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "weak_point_summary" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "weak_point_summary" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "weak_point_summary" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "weak_point_summary" TO faultline_app;
CREATE POLICY backup_reads ON "weak_point_summary" FOR SELECT TO faultline_backup USING (true);
