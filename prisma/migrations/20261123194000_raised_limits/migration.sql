-- What the operator allows a tenant beyond its plan; null where the plan decides.
ALTER TABLE "tenant" ADD COLUMN "signalsPerMinute" INTEGER, ADD COLUMN "requestsPerMinute" INTEGER;
