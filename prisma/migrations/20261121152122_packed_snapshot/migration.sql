-- AlterTable
ALTER TABLE "impact_snapshot" DROP COLUMN "body",
ADD COLUMN     "lists" BYTEA,
ADD COLUMN     "rest" JSON;

-- What is packed already is not worth packing again.
ALTER TABLE "impact_snapshot" ALTER COLUMN "lists" SET STORAGE EXTERNAL;

-- Every snapshot of the older kind is behind, so that its tenant is due. By a rewrite, since row security hides rows from an update.
ALTER TABLE "impact_snapshot" ALTER COLUMN "interventions" TYPE INTEGER USING -1;
