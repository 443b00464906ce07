/** The names of the nine kinds, their paths and their links. entityKinds.ts adds their schemas. */
import type { EntityKind } from '@/domain/vocabulary';

/** A field that points to entities of another kind. `many`: an array of ids (of rows with an id and own fields where `rowKey` is set). */
export interface LinkField {
  field: string;
  target: EntityKind;
  many: boolean;
  required: boolean;
  rowKey?: 'capabilityId';
}

export interface KindFacts {
  kind: EntityKind;
  /** The noun in paths and procedure names. */
  path: string;
  singular: string;
  plural: string;
  links: readonly LinkField[];
}

const link = (field: string, target: EntityKind, more: Partial<LinkField> = {}): LinkField => ({
  field,
  target,
  many: true,
  required: false,
  ...more,
});

export const KINDS = {
  application: {
    kind: 'application',
    path: 'applications',
    singular: 'application',
    plural: 'applications',
    links: [link('capabilityIds', 'capability'), link('processIds', 'process')],
  },
  component: {
    kind: 'component',
    path: 'components',
    singular: 'component',
    plural: 'components',
    links: [
      link('applicationId', 'application', { many: false, required: true }),
      link('hostingZoneIds', 'hosting-zone'),
      link('technologyIds', 'technology'),
      link('datasetIds', 'dataset'),
    ],
  },
  capability: {
    kind: 'capability',
    path: 'capabilities',
    singular: 'capability',
    plural: 'capabilities',
    links: [link('parentId', 'capability', { many: false })],
  },
  process: { kind: 'process', path: 'processes', singular: 'process', plural: 'processes', links: [link('capabilityIds', 'capability')] },
  segment: {
    kind: 'segment',
    path: 'segments',
    singular: 'segment',
    plural: 'segments',
    links: [link('capabilities', 'capability', { rowKey: 'capabilityId' })],
  },
  'hosting-area': { kind: 'hosting-area', path: 'hosting-areas', singular: 'hosting area', plural: 'hosting areas', links: [] },
  'hosting-zone': {
    kind: 'hosting-zone',
    path: 'hosting-zones',
    singular: 'hosting zone',
    plural: 'hosting zones',
    links: [link('hostingAreaId', 'hosting-area', { many: false, required: true })],
  },
  technology: { kind: 'technology', path: 'technologies', singular: 'technology', plural: 'technologies', links: [] },
  dataset: { kind: 'dataset', path: 'datasets', singular: 'dataset', plural: 'datasets', links: [] },
} as const satisfies Record<EntityKind, KindFacts>;
