-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "eventTypes" TEXT[],
    "isEnabled" BOOLEAN NOT NULL DEFAULT true,
    "disabledReason" TEXT,
    "disabledAt" TIMESTAMPTZ(3),
    "secret" BYTEA NOT NULL,
    "previousSecret" BYTEA,
    "previousSecretUntil" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lastDeliveredAt" TIMESTAMPTZ(3),
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "webhook_lane" (
    "tenantId" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "lane" TEXT NOT NULL,
    "cursor" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "isSlow" BOOLEAN NOT NULL DEFAULT false,
    "leaseToken" UUID,
    "leaseUntil" TIMESTAMPTZ(3),
    "lastRunAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_lane_pkey" PRIMARY KEY ("tenantId","endpointId","lane")
);

-- CreateTable
CREATE TABLE "webhook_message" (
    "tenantId" UUID NOT NULL,
    "eventId" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_message_pkey" PRIMARY KEY ("tenantId","eventId")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "eventId" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "eventType" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "waitsUsed" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "lastStatusCode" INTEGER,
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "completedAt" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "tenantId" UUID NOT NULL,
    "deliveryId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "durationMilliseconds" INTEGER NOT NULL,
    "statusCode" INTEGER,
    "error" TEXT,
    "responseExcerpt" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("tenantId","deliveryId","number")
);

-- CreateIndex
CREATE INDEX "webhook_message_tenantId_createdAt_idx" ON "webhook_message"("tenantId", "createdAt");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenantId_endpointId_status_sequence_idx" ON "webhook_delivery"("tenantId", "endpointId", "status", "sequence");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenantId_endpointId_status_nextAttemptAt_idx" ON "webhook_delivery"("tenantId", "endpointId", "status", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenantId_eventId_idx" ON "webhook_delivery"("tenantId", "eventId");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenantId_createdAt_idx" ON "webhook_delivery"("tenantId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_tenantId_endpointId_eventId_key" ON "webhook_delivery"("tenantId", "endpointId", "eventId");

-- AddForeignKey
ALTER TABLE "webhook_lane" ADD CONSTRAINT "webhook_lane_tenantId_endpointId_fkey" FOREIGN KEY ("tenantId", "endpointId") REFERENCES "webhook_endpoint"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_tenantId_endpointId_fkey" FOREIGN KEY ("tenantId", "endpointId") REFERENCES "webhook_endpoint"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_tenantId_eventId_fkey" FOREIGN KEY ("tenantId", "eventId") REFERENCES "webhook_message"("tenantId", "eventId") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_tenantId_deliveryId_fkey" FOREIGN KEY ("tenantId", "deliveryId") REFERENCES "webhook_delivery"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Behind the tenant wall, like every table with a tenantId.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['webhook_endpoint', 'webhook_lane', 'webhook_message', 'webhook_delivery', 'webhook_attempt']
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

-- Whose deliveries are due must be found across tenants. Addresses and secrets stand in another table, which is not shown.
CREATE POLICY across_tenants ON "webhook_lane" TO faultline_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON "webhook_lane" TO faultline_system;
