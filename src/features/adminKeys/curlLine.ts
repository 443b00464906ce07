/** Curl commands that try a new key: one for each of its scopes. None of them changes the landscape. */
import { SCOPES, type Scope } from '@/domain/vocabulary';

interface Facts {
  origin: string;
  tenantId: string;
  key: string;
}

const REQUESTS: Readonly<Record<Scope, string>> = {
  read: '"BASE/applications?limit=5"',
  write: '-X POST -H "Content-Type: application/yaml" --data-binary @landscape.yaml "BASE/manifest/preview"',
  health: `-X POST -H "Content-Type: application/json" -d '{"state":"Healthy"}' "BASE/components/COMPONENT/health"`,
};

/** Reads, previews a manifest, or reports health, for which COMPONENT stands for the technicalName of a component. */
export function curlLine(scope: Scope, { origin, tenantId, key }: Facts): string {
  return `curl -H "Authorization: Bearer ${key}" ${REQUESTS[scope].replace('BASE', `${origin}/api/${tenantId}`)}`;
}

const LABELS: Readonly<Record<Scope, string>> = {
  read: 'A command that reads',
  write: 'A command that previews a manifest, and changes nothing',
  health: 'A command that reports health; write a technical name for COMPONENT',
};

/** The commands of a key, in the order of the scopes. */
export function commandsOf(scopes: readonly Scope[], facts: Facts): { label: string; text: string }[] {
  return SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => ({ label: LABELS[scope], text: curlLine(scope, facts) }));
}
