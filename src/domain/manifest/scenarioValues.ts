/**
 * The members of a scenario in a manifest: each is written as one text, so that lists of them compare as sets. A member that no longer
 * exists keeps its name.
 */
import { HEALTH_STATES, type EntityKind, type FailureState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { FieldRule, ManifestKind } from './manifestFields';

export interface DeclaredMember {
  entityType: EntityKind;
  /** A technicalName. */
  entity: string;
  state?: FailureState | undefined;
}

export interface DeclaredEdge {
  source: string;
  target: string;
  dependencyType: string;
}

interface MemberName {
  kind: ManifestKind;
  technicalName: string;
}

/** Names contain neither spaces nor equals signs. */
export function memberText({ entityType, entity, state = 'Outage' }: DeclaredMember): string {
  return `${entityType} ${entity}=${state}`;
}

/** Each entity once, with its worst state. */
export function memberTexts(members: readonly DeclaredMember[]): string[] {
  const worst = new Map<string, DeclaredMember>();
  for (const member of members) {
    const key = `${member.entityType} ${member.entity}`;
    const known = worst.get(key);
    if (known === undefined || severityOf(member) > severityOf(known)) worst.set(key, member);
  }
  return [...worst.values()].map(memberText).sort(byCodeUnit);
}

function severityOf({ state = 'Outage' }: DeclaredMember): number {
  return HEALTH_STATES.indexOf(state);
}

/** Parses the text that `memberText` writes. */
export function memberOf(text: string): { entityType: EntityKind; entity: string; state: FailureState } {
  const [entityType, entity, state] = text.split(/[ =]/) as [EntityKind, string, FailureState];
  return { entityType, entity, state };
}

/** Parses the name of a dependency; null if only its id is known, because it no longer exists. */
export function edgeOf(name: string): DeclaredEdge | null {
  const [, source = '', target = '', dependencyType = ''] = /^(\S+) → (\S+) \((\w+)\)$/.exec(name) ?? [];
  return source === '' ? null : { source, target, dependencyType };
}

/** What a value of a scenario names; empty for the fields of other kinds. */
export function namedIn({ type }: Pick<FieldRule, 'type'>, value: unknown): MemberName[] {
  if (!Array.isArray(value)) return [];
  const texts = value as readonly string[];
  if (type === 'members') return texts.map(memberOf).map(({ entityType, entity }) => ({ kind: entityType, technicalName: entity }));
  return type === 'edges' ? texts.map((technicalName) => ({ kind: 'dependency' as const, technicalName })) : [];
}

/** The same value with its members renamed; for a dependency, with its ends renamed. */
export function renamedMembers<Given>(
  { type }: Pick<FieldRule, 'type'>,
  value: Given,
  nameOf: (kind: EntityKind, name: string) => string,
): Given {
  if (!Array.isArray(value)) return value;
  const texts = value as readonly string[];
  if (type === 'members') {
    const members = texts.map(memberOf).map((member) => ({ ...member, entity: nameOf(member.entityType, member.entity) }));
    return memberTexts(members) as Given;
  }
  if (type !== 'edges') return value;
  const renamed = texts.map((text) => {
    const edge = edgeOf(text);
    if (edge === null) return text;
    return `${nameOf('component', edge.source)} → ${nameOf('component', edge.target)} (${edge.dependencyType})`;
  });
  return [...new Set(renamed)].sort(byCodeUnit) as Given;
}
