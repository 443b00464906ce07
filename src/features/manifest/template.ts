/** A first manifest, small enough to be read at a glance and whole enough to be applied as it is. */

export const MANIFEST_TEMPLATE = `# yaml-language-server: $schema=/schemas/manifest.v1.json
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
