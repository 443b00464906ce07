-- CreateTable
CREATE TABLE "scenario" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL COLLATE "C",
    "description" TEXT,
    "failures" JSON NOT NULL,
    "withheldDependencies" UUID[],
    "baseline" TEXT NOT NULL DEFAULT 'clean',
    "durationMinutes" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "scenario_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "scenario_run" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "scenarioId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "landscapeVersion" INTEGER NOT NULL,
    "answer" JSON NOT NULL,
    "revenue" JSON NOT NULL,
    "breached" INTEGER NOT NULL,
    "missing" JSON NOT NULL,
    "omitted" JSON NOT NULL,
    "states" BYTEA NOT NULL,

    CONSTRAINT "scenario_run_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scenario_tenantId_technicalName_key" ON "scenario"("tenantId", "technicalName");

-- CreateIndex
CREATE INDEX "scenario_run_tenantId_scenarioId_at_id_idx" ON "scenario_run"("tenantId", "scenarioId", "at", "id");

-- AddForeignKey
ALTER TABLE "scenario_run" ADD CONSTRAINT "scenario_run_tenantId_scenarioId_fkey" FOREIGN KEY ("tenantId", "scenarioId") REFERENCES "scenario"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "scenario" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "scenario" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "scenario" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "scenario" TO faultline_app;
CREATE POLICY backup_reads ON "scenario" FOR SELECT TO faultline_backup USING (true);
ALTER TABLE "scenario_run" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "scenario_run" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "scenario_run" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "scenario_run" TO faultline_app;
CREATE POLICY backup_reads ON "scenario_run" FOR SELECT TO faultline_backup USING (true);
