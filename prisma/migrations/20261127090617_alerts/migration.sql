-- AlterTable
ALTER TABLE "health_signal" ADD COLUMN     "alertEndsAt" TIMESTAMPTZ(3),
ADD COLUMN     "alertKey" TEXT,
ADD COLUMN     "alertName" TEXT,
ADD COLUMN     "alertStartsAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "health_signal_record" ADD COLUMN     "alertKey" TEXT,
ADD COLUMN     "alertName" TEXT,
ADD COLUMN     "alertStartsAt" TIMESTAMPTZ(3),
ADD COLUMN     "stateAfter" "health_state";

-- AlterTable
ALTER TABLE "component_health" ADD COLUMN     "plainAcceptedAt" TIMESTAMPTZ(3),
ADD COLUMN     "plainMessage" TEXT,
ADD COLUMN     "plainObservedAt" TIMESTAMPTZ(3),
ADD COLUMN     "plainSource" TEXT,
ADD COLUMN     "plainState" "health_state";

-- CreateTable
CREATE TABLE "alert" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "componentId" UUID NOT NULL,
    "name" TEXT,
    "state" "health_state" NOT NULL,
    "firesFrom" TIMESTAMPTZ(3),
    "endedUpTo" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "message" TEXT,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("tenantId","source","key")
);

-- CreateTable
CREATE TABLE "alert_source" (
    "tenantId" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "lastDeliveredAt" TIMESTAMPTZ(3) NOT NULL,
    "resumedAt" TIMESTAMPTZ(3) NOT NULL,
    "lapseAfterMinutes" INTEGER NOT NULL,

    CONSTRAINT "alert_source_pkey" PRIMARY KEY ("tenantId","source")
);

-- CreateIndex
CREATE UNIQUE INDEX "alert_tenantId_id_key" ON "alert"("tenantId", "id");

-- CreateIndex
CREATE INDEX "alert_tenantId_componentId_idx" ON "alert"("tenantId", "componentId");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_tenantId_componentId_fkey" FOREIGN KEY ("tenantId", "componentId") REFERENCES "component"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;


-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "alert" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "alert" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "alert" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "alert" TO faultline_app;
CREATE POLICY backup_reads ON "alert" FOR SELECT TO faultline_backup USING (true);
ALTER TABLE "alert_source" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "alert_source" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "alert_source" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "alert_source" TO faultline_app;
CREATE POLICY backup_reads ON "alert_source" FOR SELECT TO faultline_backup USING (true);

-- What an alert had set is no report of the component itself. Until its source speaks of the component again, it holds as an alert of its own.
UPDATE "component_health" SET "plainState" = "state", "plainObservedAt" = "observedAt", "plainAcceptedAt" = "acceptedAt", "plainSource" = "source", "plainMessage" = "message"
  WHERE "source" IS NULL OR "source" NOT IN ('alertmanager', 'grafana', 'datadog');
INSERT INTO "alert" ("tenantId", "id", "source", "key", "componentId", "state", "firesFrom", "since", "seenAt", "message")
  SELECT "tenantId", "componentId", "source", 'untold:' || "componentId", "componentId", "state", "observedAt", "since", "acceptedAt", "message" FROM "component_health"
  WHERE "source" IN ('alertmanager', 'grafana', 'datadog') AND "state" <> 'Healthy';
UPDATE "health_signal" SET "alertKey" = 'untold:' || "componentId", "alertStartsAt" = "observedAt"
  WHERE "source" IN ('alertmanager', 'grafana', 'datadog');

-- For the last message of each alert up to an instant.
CREATE INDEX "health_signal_record_alert" ON "health_signal_record" ("tenantId", "source", "alertKey", "observedAt") WHERE "alertKey" IS NOT NULL;
