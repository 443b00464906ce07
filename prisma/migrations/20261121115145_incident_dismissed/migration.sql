-- AlterTable
ALTER TABLE "health_work" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "impact_snapshot" ADD COLUMN     "interventions" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "openIncidents" JSON NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "dismissedState" "health_state";

-- AlterTable
ALTER TABLE "landscape_version" ADD COLUMN     "interventions" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "maintenance_window" ADD COLUMN     "name" TEXT NOT NULL,
ADD COLUMN     "technicalName" TEXT NOT NULL;

-- CreateIndex
CREATE INDEX "health_signal_record_tenantId_handledAt_idx" ON "health_signal_record"("tenantId", "handledAt");

-- CreateIndex
CREATE INDEX "incident_tenantId_dismissedState_idx" ON "incident"("tenantId", "dismissedState");

-- Whether a snapshot is behind what people did since must be found across tenants, as it is found for the landscape.
GRANT SELECT ("interventions") ON "landscape_version" TO faultline_system;
GRANT SELECT ("interventions") ON "impact_snapshot" TO faultline_system;
