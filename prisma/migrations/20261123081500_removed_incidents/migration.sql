-- An incident whose cause is deleted used to end as resolved: whoever asked to hear of that hears of the removal, too. The wall is in the way of its owner too.
ALTER TABLE "webhook_endpoint" NO FORCE ROW LEVEL SECURITY;
UPDATE "webhook_endpoint" SET "eventTypes" = array_append("eventTypes", 'incident.removed')
WHERE 'incident.resolved' = ANY("eventTypes") AND NOT 'incident.removed' = ANY("eventTypes");
ALTER TABLE "webhook_endpoint" FORCE ROW LEVEL SECURITY;
