-- CreateTable
CREATE TABLE "tenant_lock" (
    "tenantId" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "place" INTEGER NOT NULL,

    CONSTRAINT "tenant_lock_pkey" PRIMARY KEY ("tenantId","purpose","place")
);

-- CreateTable
CREATE TABLE "signal_counter" (
    "tenantId" UUID NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "signal_counter_pkey" PRIMARY KEY ("tenantId")
);

-- Each tenant goes on above the numbers that were drawn for all of them together.
ALTER TABLE "tenant" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "tenant_lock" ("tenantId", "purpose", "place") SELECT t."id", 'landscape', place FROM "tenant" t CROSS JOIN generate_series(1, 16) AS place;
INSERT INTO "tenant_lock" ("tenantId", "purpose", "place") SELECT t."id", 'weak points', 1 FROM "tenant" t;
INSERT INTO "signal_counter" ("tenantId", "last") SELECT t."id", s.last_value FROM "tenant" t CROSS JOIN "health_signal_position_seq" s;
ALTER TABLE "tenant" FORCE ROW LEVEL SECURITY;

-- AlterTable
ALTER TABLE "health_signal" ALTER COLUMN "position" DROP DEFAULT;
DROP SEQUENCE "health_signal_position_seq";

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "tenant_lock" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "tenant_lock" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "tenant_lock" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "tenant_lock" TO faultline_app;
CREATE POLICY backup_reads ON "tenant_lock" FOR SELECT TO faultline_backup USING (true);
ALTER TABLE "signal_counter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "signal_counter" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "signal_counter" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "signal_counter" TO faultline_app;
CREATE POLICY backup_reads ON "signal_counter" FOR SELECT TO faultline_backup USING (true);
