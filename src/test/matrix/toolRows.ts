/** The rows of agent tools: how each can name something of another tenant. */
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { fingerprint, writeCursor } from '@/doors/mcp/paging';
import { foreignManifest, ownManifest } from './manifestRows';
import type { Names } from './names';

/** A cursor from the other tenant's question. */
const cursorOf = ({ prefix }: Names): string => writeCursor(fingerprint(['find_entities', prefix, undefined]), 1, 1);

/** The only cursor of agents that contains one of a list. */
const incidentCursor = ({ cursors }: Names): string =>
  Buffer.from(JSON.stringify([fingerprint(['list_incidents', {}]), 1, cursors.incidents])).toString('base64url');

/** By tool. `own` are the names of the caller's tenant, once there are any. */
export function toolRows(own: () => Names): Record<string, (names: Names) => object[]> {
  const entities = ({ ids, prefix }: Names, kinds: readonly (typeof ENTITY_KINDS)[number][] = ENTITY_KINDS): object[] => [
    ...kinds.map((kind) => ({ entity: ids[kind], kind })),
    { entity: ids.component },
    { entity: `${prefix}-x9` },
  ];
  const foreign = (names: Names): { manifest: string } => ({ manifest: foreignManifest(names, own()).manifest });
  return {
    find_entities: (names) => [{ search: names.prefix }, { cursor: cursorOf(names) }],
    get_entity: (names) => [...entities(names), { entity: own().ids.component, cursor: cursorOf(names) }],
    blast_radius: (names) => [...entities(names), { entity: own().ids.component, cursor: cursorOf(names) }],
    explain_path: (names) => [
      ...entities(names).map((entity) => ({ ...entity, component: own().ids.component })),
      { entity: own().ids.component, component: names.ids.component },
      { entity: own().ids.component, component: `${names.prefix}-x9` },
      { entity: own().ids.component, component: own().ids.component, cursor: cursorOf(names) },
    ],
    impact_snapshot: (names) => [{ cursor: cursorOf(names) }],
    health_impact: (names) => [{ cursor: cursorOf(names) }],
    list_incidents: (names) => [
      { component: names.ids.component },
      { search: names.prefix },
      { cursor: cursorOf(names) },
      { cursor: incidentCursor(names) },
    ],
    explain_incident: (names) => [{ incident: names.incident }, { incident: names.ids.component }, { incident: `${names.prefix}-x9` }],
    simulate: (names) => [
      ...ENTITY_KINDS.map((kind) => ({ failures: [{ entity: names.ids[kind], kind }] })),
      { failures: [{ entity: `${names.prefix}-x9` }] },
      { failures: [{ entity: own().ids.component }], withheldDependencies: [names.dependency] },
      { failures: [{ entity: own().ids.component }], cursor: cursorOf(names) },
    ],
    run_scenario: (names) => [
      { scenario: names.scenario },
      { scenario: `${names.prefix}-scenario` },
      { scenario: names.scenario, run: names.run },
      { scenario: own().scenario, run: names.run },
      { scenario: own().scenario, run: own().run, cursor: cursorOf(names) },
    ],
    weak_points: (names) => [...entities(names, WEAK_POINT_ENTITY_KINDS), { entity: own().ids.capability, cursor: cursorOf(names) }],
    preview_manifest: (names) => [foreign(names), { manifest: ownManifest(own()).manifest, cursor: cursorOf(names) }],
    apply_manifest: (names) => [
      { ...foreign(names), digest: names.digest },
      { manifest: ownManifest(own()).manifest, digest: names.digest },
    ],
    push_health: ({ ids, prefix }) => [
      { component: ids.component, state: 'Outage' },
      { component: `${prefix}-x9`, state: 'Outage' },
    ],
  };
}
