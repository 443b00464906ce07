/** What can be under maintenance, and the states of a window. */

export const MAINTAINED_KINDS = ['component', 'application'] as const;
export const MAINTENANCE_STATUSES = ['Planned', 'Active', 'Ended'] as const;
