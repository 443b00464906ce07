-- Row-level security keeps PostgreSQL from finding rows by "state" with it, and without statistics it was sometimes chosen to look up one component.
DROP INDEX "component_health_tenantId_state_idx";
