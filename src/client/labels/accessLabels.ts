/** What scopes and roles allow, each in a sentence. */
import type { Role, Scope } from '@/domain/vocabulary';

export const SCOPE_SENTENCES: Readonly<Record<Scope, string>> = {
  read: 'See the landscape, blast radius, live impact, incidents and the change log, also as an agent.',
  write: 'Change and delete what is in the landscape, apply manifests, handle incidents. Does not include read.',
  health: 'Report the health of components, for monitoring. Nothing else.',
};

export const ROLE_SENTENCES: Readonly<Record<Role, string>> = {
  Viewer: 'Sees everything in the landscape and changes nothing.',
  Editor: 'Also changes the landscape, applies manifests and handles incidents.',
  Admin: 'Also manages members, API keys, webhooks and settings.',
  Owner: 'Also chooses the plan, makes other Owners, and may delete the tenant.',
};
