-- AlterTable
ALTER TABLE "landscape_version" ADD COLUMN     "eventSequence" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "health_signal" (
    "tenantId" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "signalId" UUID NOT NULL,
    "componentId" UUID NOT NULL,
    "state" "health_state" NOT NULL,
    "observedAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT,
    "message" TEXT,

    CONSTRAINT "health_signal_pkey" PRIMARY KEY ("tenantId","position")
);

-- CreateTable
CREATE TABLE "health_signal_record" (
    "tenantId" UUID NOT NULL,
    "signalId" UUID NOT NULL,
    "componentId" UUID NOT NULL,
    "state" "health_state" NOT NULL,
    "observedAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT,
    "message" TEXT,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "handledAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "health_signal_record_pkey" PRIMARY KEY ("tenantId","signalId")
);

-- CreateTable
CREATE TABLE "component_health" (
    "tenantId" UUID NOT NULL,
    "componentId" UUID NOT NULL,
    "state" "health_state" NOT NULL,
    "observedAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT,
    "message" TEXT,

    CONSTRAINT "component_health_pkey" PRIMARY KEY ("tenantId","componentId")
);

-- CreateTable
CREATE TABLE "health_work" (
    "tenantId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastRunAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastError" TEXT,

    CONSTRAINT "health_work_pkey" PRIMARY KEY ("tenantId")
);

-- CreateTable
CREATE TABLE "impact_snapshot" (
    "tenantId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "computedAt" TIMESTAMPTZ(3) NOT NULL,
    "landscapeVersion" INTEGER NOT NULL,
    "body" JSON NOT NULL,
    "healthImpact" JSON NOT NULL,

    CONSTRAINT "impact_snapshot_pkey" PRIMARY KEY ("tenantId")
);

-- CreateTable
CREATE TABLE "incident" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "causeId" UUID NOT NULL,
    "causeName" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "severity" "health_state" NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "acknowledgedAt" TIMESTAMPTZ(3),
    "acknowledgedBy" TEXT,
    "healthySince" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "mergedIntoId" UUID,
    "symptoms" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "incident_entry" (
    "tenantId" UUID NOT NULL,
    "incidentId" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" JSONB,
    "text" TEXT,
    "facts" JSONB NOT NULL,

    CONSTRAINT "incident_entry_pkey" PRIMARY KEY ("tenantId","incidentId","sequence")
);

-- CreateTable
CREATE TABLE "maintenance_window" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "entityId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "maintenance_window_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "event" (
    "tenantId" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "payload" JSONB NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("tenantId","sequence")
);

-- CreateIndex
CREATE INDEX "health_signal_record_tenantId_componentId_observedAt_idx" ON "health_signal_record"("tenantId", "componentId", "observedAt");

-- CreateIndex
CREATE INDEX "health_signal_record_tenantId_outcome_handledAt_idx" ON "health_signal_record"("tenantId", "outcome", "handledAt");

-- CreateIndex
CREATE INDEX "component_health_tenantId_state_idx" ON "component_health"("tenantId", "state");

-- CreateIndex
CREATE INDEX "incident_tenantId_state_idx" ON "incident"("tenantId", "state");

-- CreateIndex
CREATE UNIQUE INDEX "incident_tenantId_number_key" ON "incident"("tenantId", "number");

-- CreateIndex
CREATE INDEX "maintenance_window_tenantId_endsAt_idx" ON "maintenance_window"("tenantId", "endsAt");

-- CreateIndex
CREATE INDEX "event_tenantId_at_idx" ON "event"("tenantId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "event_tenantId_id_key" ON "event"("tenantId", "id");

-- AddForeignKey
ALTER TABLE "component_health" ADD CONSTRAINT "component_health_tenantId_componentId_fkey" FOREIGN KEY ("tenantId", "componentId") REFERENCES "component"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "incident_entry" ADD CONSTRAINT "incident_entry_tenantId_incidentId_fkey" FOREIGN KEY ("tenantId", "incidentId") REFERENCES "incident"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Behind the tenant wall, like every table with a tenantId.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['health_signal', 'health_signal_record', 'component_health', 'health_work', 'impact_snapshot', 'incident', 'incident_entry', 'maintenance_window', 'event']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I TO faultline_app USING ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid) WITH CHECK ("tenantId" = nullif(current_setting(''app.tenant'', true), '''')::uuid)',
      target
    );
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO faultline_app', target);
  END LOOP;
END
$$;
GRANT USAGE ON SEQUENCE "health_signal_position_seq" TO faultline_app;

-- Whose work is due must be found across tenants: which tenant has signals waiting, a timer run out, or a snapshot behind its landscape. No more of these is shown than that.
CREATE POLICY across_tenants ON "health_work" TO faultline_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON "health_work" TO faultline_system;
CREATE POLICY across_tenants ON "health_signal" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ("tenantId", "acceptedAt") ON "health_signal" TO faultline_system;
CREATE POLICY across_tenants ON "impact_snapshot" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ("tenantId", "landscapeVersion") ON "impact_snapshot" TO faultline_system;
CREATE POLICY across_tenants ON "landscape_version" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ("tenantId", "version") ON "landscape_version" TO faultline_system;
