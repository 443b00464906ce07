/** What each scope and role allows, in a sentence. */
import type { Role, Scope } from '@/domain/vocabulary';

export const SCOPE_SENTENCES: Readonly<Record<Scope, string>> = {
  read: 'See the landscape, blast radius, live impact, incidents and the change log. Also for agents.',
  write: 'Change and delete anything in the landscape, apply manifests, handle incidents. Does not include read.',
  health: 'Report the health of components, for monitoring. Nothing else.',
};

export const ROLE_SENTENCES: Readonly<Record<Role, string>> = {
  Viewer: 'Sees everything in the landscape and changes nothing.',
  Editor: 'Also changes the landscape, applies manifests and handles incidents.',
  Admin: 'Also manages members, API keys, webhooks and settings.',
  Owner: 'Also chooses the plan, appoints other Owners, and can delete the tenant.',
};
