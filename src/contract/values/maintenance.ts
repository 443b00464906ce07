/** What can be maintained, and how a window stands. */

export const MAINTAINED_KINDS = ['component', 'application'] as const;
export const MAINTENANCE_STATUSES = ['Planned', 'Active', 'Ended'] as const;
