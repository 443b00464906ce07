-- What `npm start` does by itself was noted as done by a person, which nobody is called.
ALTER TABLE "change_set" NO FORCE ROW LEVEL SECURITY;
UPDATE "change_set" SET "actorType" = 'system' WHERE "actorType" = 'person' AND "actorId" = 'start';
ALTER TABLE "change_set" FORCE ROW LEVEL SECURITY;
