-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "digestState" JSONB,
ADD COLUMN     "digestWeek" DATE,
ADD COLUMN     "isDigest" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "subscriberId" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "isOpenToMembers" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "subscription_tenantId_subscriberId_idx" ON "subscription"("tenantId", "subscriberId");

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_tenantId_subscriberId_fkey" FOREIGN KEY ("tenantId", "subscriberId") REFERENCES "membership"("tenantId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;
