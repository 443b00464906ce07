-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "incidentsOutsideService" BOOLEAN NOT NULL DEFAULT false;

-- What is not in service no longer counts for weak points: they are worked out anew, as if for the first time, so that nothing is reported.
DELETE FROM "weak_point_summary";
