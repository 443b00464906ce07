-- A snapshot now says which causes contribute to what: one of before is behind, so that its tenant is due, and is worked out on the spot
-- until then. By a rewrite, since row security hides rows from an update.
ALTER TABLE "impact_snapshot"
  ALTER COLUMN "lists" TYPE BYTEA USING NULL,
  ALTER COLUMN "causeSummaries" TYPE JSON USING NULL,
  ALTER COLUMN "interventions" TYPE INTEGER USING -1;
ALTER TABLE "impact_snapshot" ALTER COLUMN "lists" SET STORAGE EXTERNAL, ALTER COLUMN "causeSummaries" SET STORAGE EXTERNAL;
