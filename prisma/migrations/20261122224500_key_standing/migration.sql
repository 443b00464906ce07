-- Open feeds of all tenants are checked by one question: whether their keys still stand. Hashes lie elsewhere and stay unseen here.
CREATE POLICY across_tenants ON "api_key" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ("tenantId", "id", "scopes", "expiresAt", "revokedAt") ON "api_key" TO faultline_system;
