-- Who signs in for the first time by single sign-on is let in where an open invitation names the address, in whichever tenant that is.
CREATE POLICY across_tenants ON "invitation" FOR SELECT TO faultline_system USING (true);
GRANT SELECT ("email", "expiresAt") ON "invitation" TO faultline_system;
CREATE INDEX "invitation_email_idx" ON "invitation"("email");
