-- AlterTable
ALTER TABLE "session" ADD COLUMN     "providerId" TEXT,
ADD COLUMN     "providerSid" TEXT;

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "breakGlassUserId" TEXT,
ADD COLUMN     "requiresSso" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "provider_setting" (
    "tenantId" UUID NOT NULL,
    "providerId" TEXT NOT NULL,
    "roles" JSONB NOT NULL,
    "everybody" "role",
    "groupsFrom" TEXT NOT NULL DEFAULT 'signIn',
    "version" INTEGER NOT NULL DEFAULT 1,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "provider_setting_pkey" PRIMARY KEY ("tenantId","providerId")
);

-- CreateTable
CREATE TABLE "provisioning_token" (
    "tenantId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "providerId" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "provisioning_token_pkey" PRIMARY KEY ("tenantId","id")
);

-- CreateTable
CREATE TABLE "scim_connection_binding" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "connectionKey" TEXT NOT NULL,
    "provisioningDomainId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decommissionedAt" TIMESTAMPTZ(3),
    "decommissionStatus" TEXT NOT NULL DEFAULT 'active',
    "decommissionCursorUserId" TEXT,
    "decommissionReconciledUserCount" INTEGER NOT NULL DEFAULT 0,
    "decommissionBatchCount" INTEGER NOT NULL DEFAULT 0,
    "decommissionRevision" INTEGER NOT NULL DEFAULT 0,
    "decommissionCompletedAt" TIMESTAMPTZ(3),
    "decommissionLeaseId" TEXT,
    "decommissionLeaseExpiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "scim_connection_binding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_identity_tombstone" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "provisioningDomainId" TEXT NOT NULL,
    "externalId" TEXT NOT NULL,
    "externalIdKey" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "profile" TEXT NOT NULL,
    "deletedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_identity_tombstone_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_subject" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "profileSourceId" TEXT,
    "revision" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_subject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_user" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "provisioningDomainId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "connectionUserKey" TEXT NOT NULL,
    "userName" TEXT NOT NULL,
    "userNameKey" TEXT NOT NULL,
    "primaryEmail" TEXT NOT NULL,
    "workEmailValueIndex" TEXT NOT NULL,
    "emailValueIndex" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "formattedName" TEXT NOT NULL,
    "givenName" TEXT,
    "familyName" TEXT,
    "serializedEmails" TEXT NOT NULL,
    "serializedAttributes" TEXT,
    "externalId" TEXT,
    "externalIdKey" TEXT,
    "active" BOOLEAN NOT NULL,
    "orderKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_projection_grant" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "provisioningDomainId" TEXT NOT NULL,
    "scimUserId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "sourceKind" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "sourceValue" TEXT,
    "role" TEXT NOT NULL,
    "grantKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_projection_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_group" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "provisioningDomainId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "displayName" TEXT NOT NULL,
    "displayNameKey" TEXT NOT NULL,
    "externalId" TEXT,
    "externalIdKey" TEXT,
    "orderKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_group_member" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "scimUserId" TEXT NOT NULL,
    "membershipKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_group_member_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "provisioning_token_tenantId_hash_key" ON "provisioning_token"("tenantId", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "scim_connection_binding_connectionKey_key" ON "scim_connection_binding"("connectionKey");

-- CreateIndex
CREATE INDEX "scim_connection_binding_connectionId_idx" ON "scim_connection_binding"("connectionId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_identity_tombstone_externalIdKey_key" ON "scim_identity_tombstone"("externalIdKey");

-- CreateIndex
CREATE INDEX "scim_identity_tombstone_connectionId_idx" ON "scim_identity_tombstone"("connectionId");

-- CreateIndex
CREATE INDEX "scim_identity_tombstone_provisioningDomainId_idx" ON "scim_identity_tombstone"("provisioningDomainId");

-- CreateIndex
CREATE INDEX "scim_identity_tombstone_userId_idx" ON "scim_identity_tombstone"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_subject_userId_key" ON "scim_subject"("userId");

-- CreateIndex
CREATE INDEX "scim_subject_profileSourceId_idx" ON "scim_subject"("profileSourceId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_connectionUserKey_key" ON "scim_user"("connectionUserKey");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_userNameKey_key" ON "scim_user"("userNameKey");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_externalIdKey_key" ON "scim_user"("externalIdKey");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_orderKey_key" ON "scim_user"("orderKey");

-- CreateIndex
CREATE INDEX "scim_user_connectionId_idx" ON "scim_user"("connectionId");

-- CreateIndex
CREATE INDEX "scim_user_provisioningDomainId_idx" ON "scim_user"("provisioningDomainId");

-- CreateIndex
CREATE INDEX "scim_user_userId_idx" ON "scim_user"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_projection_grant_grantKey_key" ON "scim_projection_grant"("grantKey");

-- CreateIndex
CREATE INDEX "scim_projection_grant_connectionId_idx" ON "scim_projection_grant"("connectionId");

-- CreateIndex
CREATE INDEX "scim_projection_grant_provisioningDomainId_idx" ON "scim_projection_grant"("provisioningDomainId");

-- CreateIndex
CREATE INDEX "scim_projection_grant_scimUserId_idx" ON "scim_projection_grant"("scimUserId");

-- CreateIndex
CREATE INDEX "scim_projection_grant_userId_idx" ON "scim_projection_grant"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_displayNameKey_key" ON "scim_group"("displayNameKey");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_externalIdKey_key" ON "scim_group"("externalIdKey");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_orderKey_key" ON "scim_group"("orderKey");

-- CreateIndex
CREATE INDEX "scim_group_connectionId_idx" ON "scim_group"("connectionId");

-- CreateIndex
CREATE INDEX "scim_group_provisioningDomainId_idx" ON "scim_group"("provisioningDomainId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_member_membershipKey_key" ON "scim_group_member"("membershipKey");

-- CreateIndex
CREATE INDEX "scim_group_member_connectionId_idx" ON "scim_group_member"("connectionId");

-- CreateIndex
CREATE INDEX "scim_group_member_groupId_idx" ON "scim_group_member"("groupId");

-- CreateIndex
CREATE INDEX "scim_group_member_scimUserId_idx" ON "scim_group_member"("scimUserId");

-- CreateIndex
CREATE INDEX "session_providerId_providerSid_idx" ON "session"("providerId", "providerSid");

-- AddForeignKey
ALTER TABLE "scim_identity_tombstone" ADD CONSTRAINT "scim_identity_tombstone_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_subject" ADD CONSTRAINT "scim_subject_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_user" ADD CONSTRAINT "scim_user_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_projection_grant" ADD CONSTRAINT "scim_projection_grant_scimUserId_fkey" FOREIGN KEY ("scimUserId") REFERENCES "scim_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_projection_grant" ADD CONSTRAINT "scim_projection_grant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_group_member" ADD CONSTRAINT "scim_group_member_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "scim_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_group_member" ADD CONSTRAINT "scim_group_member_scimUserId_fkey" FOREIGN KEY ("scimUserId") REFERENCES "scim_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Behind the tenant wall, like every table with a tenantId.
ALTER TABLE "provider_setting" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "provider_setting" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "provider_setting" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "provider_setting" TO faultline_app;
CREATE POLICY backup_reads ON "provider_setting" FOR SELECT TO faultline_backup USING (true);

ALTER TABLE "provisioning_token" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "provisioning_token" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "provisioning_token" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "provisioning_token" TO faultline_app;
CREATE POLICY backup_reads ON "provisioning_token" FOR SELECT TO faultline_backup USING (true);

-- What providers have sent of people lies with the accounts, out of the app's reach.
GRANT SELECT, INSERT, UPDATE, DELETE ON "scim_connection_binding", "scim_identity_tombstone", "scim_subject", "scim_user", "scim_projection_grant", "scim_group", "scim_group_member" TO faultline_system;
