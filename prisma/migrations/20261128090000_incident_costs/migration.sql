-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "cost" DOUBLE PRECISION;

-- CreateIndex
CREATE INDEX "incident_tenantId_situationId_idx" ON "incident"("tenantId", "situationId");
