-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "staleAfterMinutes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "component" ADD COLUMN     "staleAfterMinutes" INTEGER;

-- AlterTable
ALTER TABLE "health_signal" ADD COLUMN     "closesAlert" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "component_health" ADD COLUMN     "isStale" BOOLEAN NOT NULL DEFAULT false;

-- For what is looked at in every turn.
CREATE INDEX "component_stale_after" ON "component" ("tenantId") WHERE "staleAfterMinutes" IS NOT NULL;
CREATE INDEX "component_health_stale" ON "component_health" ("tenantId") WHERE "isStale";
