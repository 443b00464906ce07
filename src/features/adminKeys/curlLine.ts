/** A curl command that tries a new key within its scopes. */
import type { Scope } from '@/domain/vocabulary';

interface Facts {
  origin: string;
  tenantId: string;
  key: string;
  scopes: readonly Scope[];
}

/** Reads if the key may read; otherwise reports health, or previews a manifest, which changes nothing. */
export function curlLine({ origin, tenantId, key, scopes }: Facts): string {
  const base = `${origin}/api/${tenantId}`;
  const authorized = `-H "Authorization: Bearer ${key}"`;
  if (scopes.includes('read')) return `curl ${authorized} "${base}/applications?limit=5"`;
  if (scopes.includes('health'))
    return `curl -X POST ${authorized} -H "Content-Type: application/json" -d '{"state":"Healthy"}' "${base}/components/COMPONENT/health"`;
  return `curl -X POST ${authorized} -H "Content-Type: application/yaml" --data-binary @landscape.yaml "${base}/manifest/preview"`;
}
