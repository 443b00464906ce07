/** Examples of manifests, their plans and their applies, for the API document. */
import { parse } from 'yaml';
import { id } from './examples';

export const MANIFEST_EXAMPLE = `version: 1
name: astronomy-shop
applications:
  - technicalName: astronomy-shop
    name: Astronomy shop
    criticalityTier: MissionCritical
    components:
      - technicalName: checkout
        name: Checkout
        kind: WebAPI
      - technicalName: order-db
        name: Order database
        kind: Database
dependencies:
  - source: checkout
    target: order-db
    dependencyType: ReadsWrites
`;

/** The same manifest in JSON. */
export const MANIFEST_JSON_EXAMPLE: unknown = parse(MANIFEST_EXAMPLE);

export const MANIFEST_PLAN_EXAMPLE = {
  manifest: 'astronomy-shop',
  prune: false,
  takeOver: false,
  summary: { create: 0, update: 1, delete: 0, unchanged: 3 },
  changes: [
    {
      op: 'update',
      kind: 'application',
      technicalName: 'astronomy-shop',
      fields: [{ field: 'criticalityTier', from: 'BusinessCritical', to: 'MissionCritical' }],
    },
  ],
  warnings: [],
  conflicts: [],
  blocked: [],
  planLimit: null,
  tooManyDeletes: null,
  impact: null,
  digest: 'h4WkWk0mYp1m2y9pQ0t6r1sVbqz3xk8n7eJ5uLcDaFg',
  landscapeVersion: 42,
};

export const MANIFEST_APPLY_EXAMPLE = {
  changeSetId: id('c'),
  manifest: 'astronomy-shop',
  prune: false,
  at: '2026-11-20T09:30:00.000Z',
  landscapeVersion: 42,
  actor: { type: 'key', id: id('d'), name: 'deploy' },
  summary: { create: 1, update: 1, delete: 0 },
  takenOver: 0,
  undoneBy: null,
};
