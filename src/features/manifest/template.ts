/** A first manifest, short enough to read at a glance and complete enough to apply. */
import { schemaLine } from '@/contract/manifest/text/writer';

/** `origin` is that of the server, where editors find the schema. */
export function manifestTemplate(origin: string): string {
  return `# ${schemaLine(`${origin}/schemas/manifest.v1.json`)}
version: 1
name: my-landscape            # owns what this manifest declares
applications:
  - technicalName: shop
    name: Shop
    criticalityTier: BusinessCritical
    capabilities: [selling]
    components:
      - { technicalName: shop-web, name: Web shop, kind: WebApp }
      - { technicalName: shop-db, name: Orders, kind: Database }
capabilities:
  - { technicalName: selling, name: Selling }
dependencies:
  - { source: shop-web, target: shop-db, dependencyType: ReadsWrites, mode: Hard }
`;
}
