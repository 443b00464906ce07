-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "format" TEXT NOT NULL DEFAULT 'events';

-- CreateTable
CREATE TABLE "subscription" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "webhookId" UUID NOT NULL,
    "watchedKind" TEXT NOT NULL,
    "entityId" UUID,
    "technicalName" TEXT,
    "team" TEXT,
    "state" "health_state",
    "expectedPerHour" DOUBLE PRECISION,
    "minutes" INTEGER NOT NULL,
    "isPaused" BOOLEAN NOT NULL DEFAULT false,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "since" TIMESTAMPTZ(3),
    "raisedAt" TIMESTAMPTZ(3),
    "overSince" TIMESTAMPTZ(3),
    "crossingId" UUID,
    "isGone" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateIndex
CREATE INDEX "subscription_tenantId_webhookId_idx" ON "subscription"("tenantId", "webhookId");

-- CreateIndex
CREATE INDEX "subscription_tenantId_createdAt_id_idx" ON "subscription"("tenantId", "createdAt", "id");

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_tenantId_webhookId_fkey" FOREIGN KEY ("tenantId", "webhookId") REFERENCES "webhook_endpoint"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "subscription" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "subscription" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "subscription" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "subscription" TO faultline_app;
CREATE POLICY backup_reads ON "subscription" FOR SELECT TO faultline_backup USING (true);
