-- AlterTable
ALTER TABLE "impact_snapshot" ADD COLUMN     "impactDigest" TEXT;

-- A snapshot is written whole in each turn that changes it and read far more often than it is stored: packing it costs more than it saves.
ALTER TABLE "impact_snapshot" ALTER COLUMN "body" SET STORAGE EXTERNAL, ALTER COLUMN "healthImpact" SET STORAGE EXTERNAL;
