-- CreateIndex
CREATE INDEX "webhook_delivery_tenantId_status_completedAt_idx" ON "webhook_delivery"("tenantId", "status", "completedAt");
