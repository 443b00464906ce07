/** Where each table belongs on a distributed database: with its tenant, on every node, or on the coordinator. Add every new table to one of the lists. */

/**
 * Each tenant is in one shard. These tables are distributed by the column that names the tenant, so that keys and joins of a tenant never
 * leave a node.
 */
export const TENANT_TABLES: Readonly<Record<string, 'id' | 'tenantId'>> = {
  tenant: 'id',
  ...Object.fromEntries(
    [
      'alert',
      'alert_source',
      'api_key',
      'application',
      'application_capability',
      'application_process',
      'capability',
      'change',
      'change_set',
      'component',
      'component_counter',
      'component_dataset',
      'component_health',
      'component_hosting_zone',
      'component_technology',
      'dataset',
      'default_view',
      'dependency',
      'ended_former_name',
      'event',
      'former_name',
      'health_signal',
      'health_signal_record',
      'health_work',
      'hosting_area',
      'hosting_zone',
      'idempotency_record',
      'impact_snapshot',
      'incident',
      'incident_entry',
      'invitation',
      'landscape_version',
      'maintenance_window',
      'manifest_ownership',
      'manifest_ownership_change',
      'membership',
      'process',
      'process_capability',
      'provider_setting',
      'provisioning_token',
      'rate_bucket',
      'saved_view',
      'scenario',
      'scenario_run',
      'segment',
      'segment_capability',
      'share_link',
      'signal_counter',
      'subscription',
      'technology',
      'tenant_lock',
      'trend_day',
      'weak_point_summary',
      'webhook_attempt',
      'webhook_delivery',
      'webhook_endpoint',
      'webhook_lane',
      'webhook_message',
    ].map((name) => [name, 'tenantId' as const]),
  ),
};

/**
 * People and their sign-in data, and the directories that are found by a hash before the tenant is known. Complete on every
 * node.
 */
export const REFERENCE_TABLES: readonly string[] = [
  'account',
  'invitation_directory',
  'key_directory',
  'scim_connection_binding',
  'scim_group',
  'scim_group_member',
  'scim_identity_tombstone',
  'scim_projection_grant',
  'scim_subject',
  'scim_user',
  'session',
  'share_directory',
  'sign_in_guess',
  'sign_in_limit',
  'user',
  'verification',
];

/** Tables that only the coordinator has. Every node reads and writes them there, so that a heartbeat needs no other node. */
export const LOCAL_TABLES: readonly string[] = ['_prisma_migrations', 'replica'];
