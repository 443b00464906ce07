-- AlterTable
ALTER TABLE "impact_snapshot" ADD COLUMN     "causeSummaries" JSON;
-- Written anew by most turns and read as it is, as the views beside it.
ALTER TABLE "impact_snapshot" ALTER COLUMN "causeSummaries" SET STORAGE EXTERNAL;
