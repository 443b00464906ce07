-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "subscriberId" TEXT;

-- For the mails that a person got within the last hour.
CREATE INDEX "webhook_delivery_to_person" ON "webhook_delivery" ("tenantId", "subscriberId", "createdAt") WHERE "subscriberId" IS NOT NULL;
