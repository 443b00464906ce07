-- AlterTable
ALTER TABLE "manifest_ownership" ADD COLUMN     "stated" JSONB;

-- AlterTable
ALTER TABLE "manifest_ownership_change" ADD COLUMN     "stated" JSONB,
ADD COLUMN     "statedAfter" JSONB;
