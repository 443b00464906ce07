-- CreateTable
CREATE TABLE "trend_day" (
    "tenantId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "recordedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "landscapeVersion" INTEGER NOT NULL,
    "components" INTEGER NOT NULL,
    "singlePoints" INTEGER,
    "missionCriticalSinglePoints" INTEGER,
    "dearestPerHour" DOUBLE PRECISION,
    "dependencies" INTEGER NOT NULL,
    "registered" INTEGER NOT NULL,

    CONSTRAINT "trend_day_pkey" PRIMARY KEY ("tenantId","day")
);

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "trend_day" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "trend_day" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "trend_day" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "trend_day" TO faultline_app;
CREATE POLICY backup_reads ON "trend_day" FOR SELECT TO faultline_backup USING (true);
