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

/** In words, only the hyphens of a kind and its path become spaces. */
const facts = <const Kind extends EntityKind, const Path extends string>(kind: Kind, path: Path, ...links: LinkField[]) => ({
  kind,
  path,
  singular: kind.replace('-', ' '),
  plural: path.replace('-', ' '),
  links,
});

export const KINDS = {
  application: facts('application', 'applications', link('capabilityIds', 'capability'), link('processIds', 'process')),
  component: facts(
    'component',
    'components',
    link('applicationId', 'application', { many: false, required: true }),
    link('hostingZoneIds', 'hosting-zone'),
    link('technologyIds', 'technology'),
    link('datasetIds', 'dataset'),
  ),
  capability: facts('capability', 'capabilities', link('parentId', 'capability', { many: false })),
  process: facts('process', 'processes', link('capabilityIds', 'capability')),
  segment: facts('segment', 'segments', link('capabilities', 'capability', { rowKey: 'capabilityId' })),
  'hosting-area': facts('hosting-area', 'hosting-areas'),
  'hosting-zone': facts('hosting-zone', 'hosting-zones', link('hostingAreaId', 'hosting-area', { many: false, required: true })),
  technology: facts('technology', 'technologies'),
  dataset: facts('dataset', 'datasets'),
} as const satisfies Record<EntityKind, KindFacts>;
