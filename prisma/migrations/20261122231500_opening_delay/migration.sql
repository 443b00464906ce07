-- How long trouble has to last before it opens an incident. Tenants that exist keep what they know: at once.
ALTER TABLE "tenant" ADD COLUMN "openAfterSeconds" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "tenant" ADD COLUMN "recoveryGraceSeconds" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "tenant" ALTER COLUMN "openAfterSeconds" SET DEFAULT 15;
ALTER TABLE "tenant" ALTER COLUMN "recoveryGraceSeconds" SET DEFAULT 60;
ALTER TABLE "tenant" ADD CONSTRAINT "tenant_opening_delay" CHECK ("openAfterSeconds" BETWEEN 0 AND 600 AND "recoveryGraceSeconds" BETWEEN 0 AND 600);

-- What the opening of incidents has to remember of a component between two turns.
ALTER TABLE "component_health" ADD COLUMN "unexplainedSince" TIMESTAMPTZ(3);
ALTER TABLE "component_health" ADD COLUMN "graceUntil" TIMESTAMPTZ(3);
ALTER TABLE "component_health" ADD COLUMN "recentChanges" TIMESTAMPTZ(3)[];
ALTER TABLE "component_health" ADD COLUMN "isFlapping" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "component_health_watched" ON "component_health" ("tenantId") WHERE "unexplainedSince" IS NOT NULL OR "graceUntil" IS NOT NULL OR "isFlapping";
ALTER TABLE "incident" ADD COLUMN "isFlapping" BOOLEAN NOT NULL DEFAULT false;
