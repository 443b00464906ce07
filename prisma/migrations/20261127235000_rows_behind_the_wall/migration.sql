-- Three earlier migrations changed rows of tenants without letting the owner of the tables through the wall, and so changed none: situations,
-- incidents_outside_service and alerts. This does what they left undone, and nothing to rows that have been written since.
ALTER TABLE "landscape_version" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "impact_snapshot" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "weak_point_summary" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "component_health" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "alert" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "health_signal" NO FORCE ROW LEVEL SECURITY;

-- Every snapshot is behind: the next turns work out the situations.
UPDATE "landscape_version" v SET "interventions" = v."interventions" + 1
  WHERE EXISTS (SELECT 1 FROM "impact_snapshot" s WHERE s."tenantId" = v."tenantId");

-- What is not in service no longer counts for weak points: they are worked out anew, as if for the first time, so that nothing is reported.
DELETE FROM "weak_point_summary";

-- What an alert had set is no report of the component itself. Until its source speaks of the component again, it holds as an alert of its own.
UPDATE "component_health" h SET "plainState" = "state", "plainObservedAt" = "observedAt", "plainAcceptedAt" = "acceptedAt", "plainSource" = "source", "plainMessage" = "message"
  WHERE "plainState" IS NULL AND ("source" IS NULL OR "source" NOT IN ('alertmanager', 'grafana', 'datadog'))
    AND NOT EXISTS (SELECT 1 FROM "alert" a WHERE a."tenantId" = h."tenantId" AND a."componentId" = h."componentId");
INSERT INTO "alert" ("tenantId", "id", "source", "key", "componentId", "state", "firesFrom", "since", "seenAt", "message")
  SELECT "tenantId", "componentId", "source", 'untold:' || "componentId", "componentId", "state", "observedAt", "since", "acceptedAt", "message" FROM "component_health" h
  WHERE "plainState" IS NULL AND "source" IN ('alertmanager', 'grafana', 'datadog') AND "state" <> 'Healthy'
    AND NOT EXISTS (SELECT 1 FROM "alert" a WHERE a."tenantId" = h."tenantId" AND a."componentId" = h."componentId");
UPDATE "health_signal" SET "alertKey" = 'untold:' || "componentId", "alertStartsAt" = "observedAt"
  WHERE "source" IN ('alertmanager', 'grafana', 'datadog') AND "alertKey" IS NULL;

ALTER TABLE "landscape_version" FORCE ROW LEVEL SECURITY;
ALTER TABLE "impact_snapshot" FORCE ROW LEVEL SECURITY;
ALTER TABLE "weak_point_summary" FORCE ROW LEVEL SECURITY;
ALTER TABLE "component_health" FORCE ROW LEVEL SECURITY;
ALTER TABLE "alert" FORCE ROW LEVEL SECURITY;
ALTER TABLE "health_signal" FORCE ROW LEVEL SECURITY;
