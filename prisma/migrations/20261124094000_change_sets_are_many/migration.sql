-- Statistics from a time when one import was all there was say that one change set has every change. Then PostgreSQL reads all changes of
-- a tenant once for each of its change sets. Say how many there are: about one for every twenty changes.
ALTER TABLE "change" ALTER COLUMN "changeSetId" SET (n_distinct = -0.05);
