-- AlterTable
ALTER TABLE "impact_snapshot" ADD COLUMN     "situations" JSON;

-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "situationId" UUID;

-- Every snapshot is behind: the next turns work out the situations.
UPDATE "landscape_version" v SET "interventions" = v."interventions" + 1
  WHERE EXISTS (SELECT 1 FROM "impact_snapshot" s WHERE s."tenantId" = v."tenantId");
