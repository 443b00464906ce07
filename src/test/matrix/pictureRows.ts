/** Rows of the matrix: how procedures that answer questions about the graph can name something of another tenant. */
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import type { Linked } from '@/test/restKinds';
import { COLOUR_BY } from '@/contract/values/picture';
import type { Names } from './names';

const LONG_AGO = '2020-01-01';
export const WHOLE = {
  grouping: null,
  level: null,
  open: [],
  filters: {},
  question: null,
  width: 1280,
  height: 800,
};

/** By procedure of a picture: inputs that name another tenant's entities instead of the caller's. */
export function pictureRows(own: () => Linked): Record<string, (names: Names) => object[]> {
  const filtered = ({ ids }: Names): { filters: object }[] => [
    { filters: { zones: [ids['hosting-zone']] } },
    { filters: { technologies: [ids.technology] } },
  ];
  const filteredWhole = (names: Names): object[] => filtered(names).map((filters) => ({ ...WHOLE, ...filters }));
  return {
    'landscape.contents': (names) => [
      { open: [names.ids.application] },
      { folded: [names.ids.application] },
      { focus: { ids: [names.ids.component], hops: 1 } },
      ...filtered(names),
    ],
    'landscape.rows': (names) => [
      { limit: 10, focus: { ids: [names.ids.component], hops: 1 } },
      ...filtered(names).map((filters) => ({ limit: 10, ...filters })),
    ],
    'landscape.group': (names) => [
      { grouping: 'application', key: names.ids.application },
      { grouping: 'hosting-zone', key: names.ids['hosting-zone'] },
      ...filtered(names).map((filters) => ({ grouping: 'application', key: own().application, ...filters })),
    ],
    'landscape.picture': (names) => [
      { ...WHOLE, open: [names.ids.application] },
      { ...WHOLE, grouping: 'hosting-zone', open: [names.ids['hosting-zone']] },
      { ...WHOLE, question: { around: [names.ids.component, names.ids.application], hops: 2 } },
      ...filteredWhole(names),
    ],
    'landscape.pictureMarks': (names) => [
      ...COLOUR_BY.map((colourBy) => ({
        ...WHOLE,
        colourBy,
        question: { around: [names.ids.component, names.ids.application], hops: 1 },
      })),
      ...[{ open: [names.ids.application] }, ...filtered(names)].map((shown) => ({ ...WHOLE, colourBy: COLOUR_BY[0], ...shown })),
    ],
    'landscape.pictureLinks': (names) => [
      { ...WHOLE, thing: names.ids.component },
      { ...WHOLE, open: [names.ids.application], thing: own().component },
      { ...WHOLE, question: { around: [names.ids.component], hops: 1 }, thing: names.ids.component },
      { ...WHOLE, thing: names.ids.application },
      ...filteredWhole(names).map((shown) => ({ ...shown, thing: names.ids.component })),
    ],
    'landscape.pictureMembers': (names) => [
      { ...WHOLE, things: [names.ids.application, names.ids.component, `more ${names.ids.application}`] },
      { ...WHOLE, open: [names.ids.application], things: [names.ids.component] },
      { ...WHOLE, question: { around: [names.ids.component], hops: 1 }, things: [names.ids.component] },
      ...filteredWhole(names).map((shown) => ({ ...shown, grouping: 'application', things: [names.ids.application] })),
    ],
    'landscape.pictureDifferences': ({ ids, ...names }) => [
      ...filteredWhole({ ids, ...names }).map((shown) => ({ ...shown, since: LONG_AGO })),
      { ...WHOLE, since: LONG_AGO, open: [ids.application] },
      {
        ...WHOLE,
        since: LONG_AGO,
        question: { around: [ids.component, ids.application], hops: 2 },
      },
    ],
  };
}

/** The same for questions about what a failure reaches and what is weak. */
export function questionRows(own: () => Linked): Record<string, (names: Names) => object[]> {
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
    'weakPoints.best': () => [{}],
    'weakPoints.summary': ({ cursors }) => [{ cursor: cursors['weak-points/summary'] }],
  };
}
