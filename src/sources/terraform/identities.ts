/** Which resource a value names: by its ARN, its address in the network, or its name. */
import type { PlannedResource } from './plan';

/** Attributes that name a resource wherever they occur in a text. */
const UNIQUE = [
  'arn',
  'invoke_arn',
  'endpoint',
  'address',
  'url',
  'dns_name',
  'fqdn',
  'primary_endpoint_address',
  'reader_endpoint',
  'configuration_endpoint_address',
  'execution_arn',
  'self_link',
  'qualified_arn',
  'stream_arn',
  'domain_name',
  'bucket_domain_name',
  'bucket_regional_domain_name',
];
/** Attributes that name a resource only if they are the whole text. */
const NAMES = ['id', 'name', 'bucket', 'function_name', 'identifier', 'cluster_identifier', 'table_name', 'topic'];
/** Shorter texts occur by chance. */
const SHORTEST = 4;

export class Identities {
  private readonly unique = new Map<string, Set<string>>();
  private readonly names = new Map<string, Set<string>>();

  constructor(resources: readonly PlannedResource[]) {
    const add = (map: Map<string, Set<string>>, text: string | undefined, key: string): void => {
      if (text !== undefined && text.length >= SHORTEST) map.set(text, (map.get(text) ?? new Set()).add(key));
    };
    for (const resource of resources) {
      if (resource.isData) continue;
      for (const attribute of UNIQUE) add(this.unique, resource.text(attribute), resource.key);
      for (const attribute of NAMES) add(this.names, resource.text(attribute), resource.key);
    }
  }

  /** Keys of the resources that the text names. */
  in(text: string): string[] {
    const whole = [...(this.unique.get(text) ?? []), ...(this.names.get(text) ?? [])];
    // ARNs and addresses in a longer text, with what may follow them: `arn:aws:s3:::files/*`, `db.example.test:5432`.
    const parts = text.slice(0, 65_536).split(/[^\w:/.-]+/);
    const inside = parts.flatMap((part) => [
      part,
      part.replace(/[:/]\*?$/, ''),
      part.replace(/:\d+$/, ''),
      part.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/[:/].*$/, ''),
    ]);
    return [...new Set([...whole, ...inside.flatMap((part) => [...(this.unique.get(part) ?? [])])])];
  }
}
