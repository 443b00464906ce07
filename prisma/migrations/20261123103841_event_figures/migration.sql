-- AlterTable
ALTER TABLE "event" ADD COLUMN     "revenue" JSONB;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "addressById" TEXT,
ADD COLUMN     "addressByType" TEXT;

-- AlterTable
ALTER TABLE "webhook_message" ADD COLUMN     "wholeBody" TEXT;

-- Feeds end with the right to revenue that they were opened with.
GRANT SELECT ("canSeeRevenue") ON "api_key" TO faultline_system;
