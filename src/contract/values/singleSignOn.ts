/** The values of single sign-on. */
import type { Role } from '@/domain/vocabulary';

/** Where the groups of a person come from: what the provider says at sign-in, or what it sends by SCIM. */
export const GROUP_SOURCES = ['signIn', 'scim'] as const;
export type GroupSource = (typeof GROUP_SOURCES)[number];

/** Roles that a group can give. Only an Owner makes somebody an Owner. */
export const GROUP_ROLES = ['Viewer', 'Editor', 'Admin'] as const satisfies readonly Role[];
export type GroupRole = (typeof GROUP_ROLES)[number];

/** How many groups a tenant can give a role. */
export const MOST_MAPPED_GROUPS = 200;
