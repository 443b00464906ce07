-- CreateEnum
CREATE TYPE "lifecycle_state" AS ENUM ('Planning', 'Development', 'Pilot', 'Production', 'Sunset', 'Retired');

-- CreateEnum
CREATE TYPE "criticality_tier" AS ENUM ('Administrative', 'BusinessOperational', 'BusinessCritical', 'MissionCritical');

-- CreateEnum
CREATE TYPE "component_kind" AS ENUM ('WebAPI', 'WebApp', 'Database', 'Queue', 'Cache', 'EventBus', 'Worker', 'Storage', 'MobileApp', 'DesktopApp', 'ScheduledJob', 'Integration', 'Identity', 'Infrastructure', 'Other');

-- CreateEnum
CREATE TYPE "runtime" AS ENUM ('Containers', 'Serverless', 'Vm', 'Managed', 'Saas', 'BareMetal');

-- CreateEnum
CREATE TYPE "dependency_type" AS ENUM ('Calls', 'Reads', 'Writes', 'ReadsWrites', 'Publishes', 'Consumes', 'PubSub', 'TrafficFlow', 'UsesIdp');

-- CreateEnum
CREATE TYPE "dependency_mode" AS ENUM ('Hard', 'Soft', 'Async', 'Degraded');

-- CreateEnum
CREATE TYPE "health_state" AS ENUM ('Healthy', 'Warning', 'Degraded', 'Outage');

-- CreateEnum
CREATE TYPE "audience_type" AS ENUM ('Customers', 'Employees', 'Partners', 'Public');

-- CreateEnum
CREATE TYPE "classification" AS ENUM ('Public', 'Internal', 'Confidential', 'Restricted');

-- CreateEnum
CREATE TYPE "plan" AS ENUM ('Free', 'Team', 'Business', 'Enterprise');

-- CreateEnum
CREATE TYPE "scope" AS ENUM ('read', 'write', 'health');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('Viewer', 'Editor', 'Admin', 'Owner');

-- CreateTable
CREATE TABLE "tenant" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'EUR',
    "revenueVisibleTo" "role"[] DEFAULT ARRAY['Owner', 'Admin']::"role"[],
    "incidentThreshold" "health_state" NOT NULL DEFAULT 'Degraded',
    "resolveAfterSeconds" INTEGER NOT NULL DEFAULT 300,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "landscape_version" (
    "tenantId" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "changePosition" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "landscape_version_pkey" PRIMARY KEY ("tenantId")
);

-- CreateTable
CREATE TABLE "component_counter" (
    "tenantId" UUID NOT NULL,
    "nextOrdinal" INTEGER NOT NULL DEFAULT 0,
    "live" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "component_counter_pkey" PRIMARY KEY ("tenantId")
);

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "userId" TEXT NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastRequest" BIGINT NOT NULL,

    CONSTRAINT "sign_in_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "tenantId" UUID NOT NULL,
    "userId" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("tenantId","userId")
);

-- CreateTable
CREATE TABLE "api_key" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" "scope"[],
    "canSeeRevenue" BOOLEAN NOT NULL DEFAULT false,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "key_directory" (
    "hash" BYTEA NOT NULL,
    "tenantId" UUID NOT NULL,
    "keyId" UUID NOT NULL,

    CONSTRAINT "key_directory_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "rate_bucket" (
    "tenantId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "updatedAt" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("tenantId","subject")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "tenantId" UUID NOT NULL,
    "principal" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "bodyHash" BYTEA NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "isSealed" BOOLEAN NOT NULL,
    "answer" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("tenantId","principal","method","path","key")
);

-- CreateTable
CREATE TABLE "application" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "lifecycleState" "lifecycle_state" NOT NULL DEFAULT 'Production',
    "criticalityTier" "criticality_tier" NOT NULL DEFAULT 'BusinessOperational',
    "ownerTeam" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "application_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "component" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "ordinal" INTEGER NOT NULL,
    "applicationId" UUID NOT NULL,
    "kind" "component_kind" NOT NULL DEFAULT 'Other',
    "runtime" "runtime" NOT NULL DEFAULT 'Containers',
    "isExternal" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "component_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "capability" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "criticalityTier" "criticality_tier",
    "ownerTeam" TEXT,
    "maximumTolerableDowntimeMinutes" INTEGER,
    "parentId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "capability_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "process" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "ownerTeam" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "process_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "segment" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "audienceType" "audience_type" NOT NULL,
    "people" BIGINT,
    "annualRevenue" DOUBLE PRECISION,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "segment_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "hosting_area" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "provider" TEXT,
    "region" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "hosting_area_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "hosting_zone" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "hostingAreaId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "hosting_zone_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "technology" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "vendor" TEXT,
    "technologyVersion" TEXT,
    "endOfSupport" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "technology_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "dataset" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "technicalName" TEXT NOT NULL,
    "description" TEXT,
    "classification" "classification" NOT NULL,
    "containsPersonalData" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "dataset_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "application_capability" (
    "tenantId" UUID NOT NULL,
    "applicationId" UUID NOT NULL,
    "capabilityId" UUID NOT NULL,

    CONSTRAINT "application_capability_pkey" PRIMARY KEY ("tenantId","applicationId","capabilityId")
);

-- CreateTable
CREATE TABLE "application_process" (
    "tenantId" UUID NOT NULL,
    "applicationId" UUID NOT NULL,
    "processId" UUID NOT NULL,

    CONSTRAINT "application_process_pkey" PRIMARY KEY ("tenantId","applicationId","processId")
);

-- CreateTable
CREATE TABLE "component_hosting_zone" (
    "tenantId" UUID NOT NULL,
    "componentId" UUID NOT NULL,
    "hostingZoneId" UUID NOT NULL,

    CONSTRAINT "component_hosting_zone_pkey" PRIMARY KEY ("tenantId","componentId","hostingZoneId")
);

-- CreateTable
CREATE TABLE "component_technology" (
    "tenantId" UUID NOT NULL,
    "componentId" UUID NOT NULL,
    "technologyId" UUID NOT NULL,

    CONSTRAINT "component_technology_pkey" PRIMARY KEY ("tenantId","componentId","technologyId")
);

-- CreateTable
CREATE TABLE "component_dataset" (
    "tenantId" UUID NOT NULL,
    "componentId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,

    CONSTRAINT "component_dataset_pkey" PRIMARY KEY ("tenantId","componentId","datasetId")
);

-- CreateTable
CREATE TABLE "process_capability" (
    "tenantId" UUID NOT NULL,
    "processId" UUID NOT NULL,
    "capabilityId" UUID NOT NULL,

    CONSTRAINT "process_capability_pkey" PRIMARY KEY ("tenantId","processId","capabilityId")
);

-- CreateTable
CREATE TABLE "segment_capability" (
    "tenantId" UUID NOT NULL,
    "segmentId" UUID NOT NULL,
    "capabilityId" UUID NOT NULL,
    "revenueShare" DOUBLE PRECISION,

    CONSTRAINT "segment_capability_pkey" PRIMARY KEY ("tenantId","segmentId","capabilityId")
);

-- CreateTable
CREATE TABLE "dependency" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "sourceComponentId" UUID NOT NULL,
    "targetComponentId" UUID NOT NULL,
    "sourceOrdinal" INTEGER NOT NULL,
    "targetOrdinal" INTEGER NOT NULL,
    "dependencyType" "dependency_type" NOT NULL,
    "mode" "dependency_mode" NOT NULL DEFAULT 'Hard',
    "required" BOOLEAN NOT NULL DEFAULT true,
    "propagates" BOOLEAN NOT NULL DEFAULT true,
    "redundancyGroup" TEXT,
    "redundancyMinimum" INTEGER NOT NULL DEFAULT 1,
    "protocol" TEXT,
    "transportEncryption" TEXT,
    "endpointAuthMethod" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "dependency_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "change_set" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "version" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "origin" JSONB NOT NULL,

    CONSTRAINT "change_set_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "change" (
    "tenantId" UUID NOT NULL,
    "changeSetId" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "op" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "entityId" UUID NOT NULL,
    "technicalName" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "change_pkey" PRIMARY KEY ("tenantId","changeSetId","sequence")
);

-- CreateTable
CREATE TABLE "manifest_ownership" (
    "tenantId" UUID NOT NULL,
    "manifestName" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "entityId" UUID NOT NULL,
    "hasCreated" BOOLEAN NOT NULL,

    CONSTRAINT "manifest_ownership_pkey" PRIMARY KEY ("tenantId","manifestName","kind","entityId")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "account_providerId_accountId_key" ON "account"("providerId", "accountId");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_limit_key_key" ON "sign_in_limit"("key");

-- CreateIndex
CREATE INDEX "membership_userId_idx" ON "membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "key_directory_tenantId_keyId_key" ON "key_directory"("tenantId", "keyId");

-- CreateIndex
CREATE INDEX "idempotency_record_tenantId_createdAt_idx" ON "idempotency_record"("tenantId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "application_tenantId_technicalName_key" ON "application"("tenantId", "technicalName");

-- CreateIndex
CREATE INDEX "component_tenantId_applicationId_idx" ON "component"("tenantId", "applicationId");

-- CreateIndex
CREATE UNIQUE INDEX "component_tenantId_technicalName_key" ON "component"("tenantId", "technicalName");

-- CreateIndex
CREATE UNIQUE INDEX "component_tenantId_ordinal_key" ON "component"("tenantId", "ordinal");

-- CreateIndex
CREATE INDEX "capability_tenantId_parentId_idx" ON "capability"("tenantId", "parentId");

-- CreateIndex
CREATE UNIQUE INDEX "capability_tenantId_technicalName_key" ON "capability"("tenantId", "technicalName");

-- CreateIndex
CREATE UNIQUE INDEX "process_tenantId_technicalName_key" ON "process"("tenantId", "technicalName");

-- CreateIndex
CREATE UNIQUE INDEX "segment_tenantId_technicalName_key" ON "segment"("tenantId", "technicalName");

-- CreateIndex
CREATE UNIQUE INDEX "hosting_area_tenantId_technicalName_key" ON "hosting_area"("tenantId", "technicalName");

-- CreateIndex
CREATE INDEX "hosting_zone_tenantId_hostingAreaId_idx" ON "hosting_zone"("tenantId", "hostingAreaId");

-- CreateIndex
CREATE UNIQUE INDEX "hosting_zone_tenantId_technicalName_key" ON "hosting_zone"("tenantId", "technicalName");

-- CreateIndex
CREATE UNIQUE INDEX "technology_tenantId_technicalName_key" ON "technology"("tenantId", "technicalName");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_tenantId_technicalName_key" ON "dataset"("tenantId", "technicalName");

-- CreateIndex
CREATE INDEX "application_capability_tenantId_capabilityId_idx" ON "application_capability"("tenantId", "capabilityId");

-- CreateIndex
CREATE INDEX "application_process_tenantId_processId_idx" ON "application_process"("tenantId", "processId");

-- CreateIndex
CREATE INDEX "component_hosting_zone_tenantId_hostingZoneId_idx" ON "component_hosting_zone"("tenantId", "hostingZoneId");

-- CreateIndex
CREATE INDEX "component_technology_tenantId_technologyId_idx" ON "component_technology"("tenantId", "technologyId");

-- CreateIndex
CREATE INDEX "component_dataset_tenantId_datasetId_idx" ON "component_dataset"("tenantId", "datasetId");

-- CreateIndex
CREATE INDEX "process_capability_tenantId_capabilityId_idx" ON "process_capability"("tenantId", "capabilityId");

-- CreateIndex
CREATE INDEX "segment_capability_tenantId_capabilityId_idx" ON "segment_capability"("tenantId", "capabilityId");

-- CreateIndex
CREATE INDEX "dependency_tenantId_targetComponentId_idx" ON "dependency"("tenantId", "targetComponentId");

-- CreateIndex
CREATE UNIQUE INDEX "dependency_tenantId_sourceComponentId_targetComponentId_dep_key" ON "dependency"("tenantId", "sourceComponentId", "targetComponentId", "dependencyType");

-- CreateIndex
CREATE INDEX "change_set_tenantId_at_idx" ON "change_set"("tenantId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "change_set_tenantId_position_key" ON "change_set"("tenantId", "position");

-- CreateIndex
CREATE INDEX "change_tenantId_kind_entityId_idx" ON "change"("tenantId", "kind", "entityId");

-- CreateIndex
CREATE INDEX "manifest_ownership_tenantId_kind_entityId_idx" ON "manifest_ownership"("tenantId", "kind", "entityId");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_directory" ADD CONSTRAINT "key_directory_tenantId_keyId_fkey" FOREIGN KEY ("tenantId", "keyId") REFERENCES "api_key"("tenantId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component" ADD CONSTRAINT "component_tenantId_applicationId_fkey" FOREIGN KEY ("tenantId", "applicationId") REFERENCES "application"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "capability" ADD CONSTRAINT "capability_tenantId_parentId_fkey" FOREIGN KEY ("tenantId", "parentId") REFERENCES "capability"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "hosting_zone" ADD CONSTRAINT "hosting_zone_tenantId_hostingAreaId_fkey" FOREIGN KEY ("tenantId", "hostingAreaId") REFERENCES "hosting_area"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "application_capability" ADD CONSTRAINT "application_capability_tenantId_applicationId_fkey" FOREIGN KEY ("tenantId", "applicationId") REFERENCES "application"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "application_capability" ADD CONSTRAINT "application_capability_tenantId_capabilityId_fkey" FOREIGN KEY ("tenantId", "capabilityId") REFERENCES "capability"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "application_process" ADD CONSTRAINT "application_process_tenantId_applicationId_fkey" FOREIGN KEY ("tenantId", "applicationId") REFERENCES "application"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "application_process" ADD CONSTRAINT "application_process_tenantId_processId_fkey" FOREIGN KEY ("tenantId", "processId") REFERENCES "process"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "component_hosting_zone" ADD CONSTRAINT "component_hosting_zone_tenantId_componentId_fkey" FOREIGN KEY ("tenantId", "componentId") REFERENCES "component"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "component_hosting_zone" ADD CONSTRAINT "component_hosting_zone_tenantId_hostingZoneId_fkey" FOREIGN KEY ("tenantId", "hostingZoneId") REFERENCES "hosting_zone"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "component_technology" ADD CONSTRAINT "component_technology_tenantId_componentId_fkey" FOREIGN KEY ("tenantId", "componentId") REFERENCES "component"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "component_technology" ADD CONSTRAINT "component_technology_tenantId_technologyId_fkey" FOREIGN KEY ("tenantId", "technologyId") REFERENCES "technology"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "component_dataset" ADD CONSTRAINT "component_dataset_tenantId_componentId_fkey" FOREIGN KEY ("tenantId", "componentId") REFERENCES "component"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "component_dataset" ADD CONSTRAINT "component_dataset_tenantId_datasetId_fkey" FOREIGN KEY ("tenantId", "datasetId") REFERENCES "dataset"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "process_capability" ADD CONSTRAINT "process_capability_tenantId_processId_fkey" FOREIGN KEY ("tenantId", "processId") REFERENCES "process"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "process_capability" ADD CONSTRAINT "process_capability_tenantId_capabilityId_fkey" FOREIGN KEY ("tenantId", "capabilityId") REFERENCES "capability"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "segment_capability" ADD CONSTRAINT "segment_capability_tenantId_segmentId_fkey" FOREIGN KEY ("tenantId", "segmentId") REFERENCES "segment"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "segment_capability" ADD CONSTRAINT "segment_capability_tenantId_capabilityId_fkey" FOREIGN KEY ("tenantId", "capabilityId") REFERENCES "capability"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_tenantId_sourceComponentId_fkey" FOREIGN KEY ("tenantId", "sourceComponentId") REFERENCES "component"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_tenantId_targetComponentId_fkey" FOREIGN KEY ("tenantId", "targetComponentId") REFERENCES "component"("tenantId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "change" ADD CONSTRAINT "change_tenantId_changeSetId_fkey" FOREIGN KEY ("tenantId", "changeSetId") REFERENCES "change_set"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
