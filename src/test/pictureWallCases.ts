/** Cases of the tenant wall: how procedures that answer questions about the graph can name something of another tenant. */
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import type { Linked } from '@/test/restKinds';
import { COLOUR_BY } from '@/contract/values/picture';

interface Names {
  ids: Linked;
  /** Technical names are this and the kind. */
  prefix: string;
}

const LONG_AGO = '2020-01-01';
const WHOLE = {
  grouping: null,
  level: null,
  open: [],
  filters: {},
  question: null,
  width: 1280,
  height: 800,
};

/** By procedure: inputs that name another tenant's entities instead of the caller's. */
export function pictureCases(own: () => Linked): Record<string, (names: Names) => object[]> {
  const paths = ({ ids, prefix }: Names): Record<string, unknown>[] => [
    {
      entityType: 'component',
      entityId: ids.component,
      direction: 'downstream',
      component: own().component,
    },
    {
      entityType: 'component',
      entityId: own().component,
      direction: 'downstream',
      component: ids.component,
    },
    {
      entityType: 'component',
      entityId: own().component,
      direction: 'downstream',
      component: `${prefix}-component`,
    },
  ];
  const weakPoints = ({ ids, prefix }: Names): object[] =>
    WEAK_POINT_ENTITY_KINDS.flatMap((entityType) => [
      { entityType, entityId: ids[entityType] },
      { entityType, entityId: `${prefix}-${entityType}` },
    ]);
  return {
    'landscape.contents': ({ ids }) => [{ open: [ids.application] }],
    'landscape.rows': ({ ids }) => [{ limit: 10, focus: { ids: [ids.component], hops: 1 } }],
    'landscape.picture': ({ ids }) => [
      { ...WHOLE, open: [ids.application] },
      { ...WHOLE, grouping: 'hosting-zone', open: [ids['hosting-zone']] },
      { ...WHOLE, question: { around: [ids.component, ids.application], hops: 2 } },
      { ...WHOLE, filters: { zones: [ids['hosting-zone']], technologies: [ids.technology] } },
    ],
    'landscape.pictureMarks': ({ ids }) =>
      COLOUR_BY.map((colourBy) => ({
        ...WHOLE,
        colourBy,
        question: { around: [ids.component, ids.application], hops: 1 },
      })),
    'landscape.pictureLinks': ({ ids }) => [
      { ...WHOLE, component: ids.component },
      { ...WHOLE, open: [ids.application], component: own().component },
    ],
    'landscape.pictureMembers': ({ ids }) => [
      { ...WHOLE, things: [ids.application, ids.component, `more ${ids.application}`] },
      { ...WHOLE, open: [ids.application], things: [ids.component] },
    ],
    'landscape.pictureDifferences': ({ ids }) => [
      { ...WHOLE, since: LONG_AGO, open: [ids.application] },
      {
        ...WHOLE,
        since: LONG_AGO,
        question: { around: [ids.component, ids.application], hops: 2 },
      },
    ],
    'impact.blastRadius': ({ ids }) =>
      ENTITY_KINDS.map((entityType) => ({
        entityType,
        entityId: ids[entityType],
        direction: 'downstream',
      })),
    'impact.lanes': ({ ids }) =>
      ENTITY_KINDS.map((entityType) => ({
        entityType,
        entityId: ids[entityType],
        direction: 'upstream',
      })),
    'impact.path': paths,
    'impact.paths': paths,
    'impact.explain': (names) => paths(names).map(({ component, ...rest }) => ({ ...rest, componentId: component })),
    'weakPoints.find': weakPoints,
    'weakPoints.of': weakPoints,
    'weakPoints.fixes': weakPoints,
    'weakPoints.faultTree': weakPoints,
    // The summary names nothing; whose capabilities it tells of its own suite says.
    'weakPoints.summary': () => [],
  };
}
