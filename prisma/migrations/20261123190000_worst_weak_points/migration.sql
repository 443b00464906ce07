-- AlterTable
ALTER TABLE "weak_point_summary" ADD COLUMN     "worst" JSON NOT NULL DEFAULT '{}';
-- What was kept before does not say it, so it is worked out again when it is next read. The wall is in the way of its owner too.
ALTER TABLE "weak_point_summary" NO FORCE ROW LEVEL SECURITY;
UPDATE "weak_point_summary" SET "landscapeVersion" = -1;
ALTER TABLE "weak_point_summary" FORCE ROW LEVEL SECURITY;
