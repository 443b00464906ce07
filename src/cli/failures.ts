/** Parses failures as people type them: `db-a`, `zone:eu-1a=Degraded`. */
import { InvalidArgumentError } from 'commander';
import type { ScenarioFailureInput } from '@/contract/scenarios';
import { ENTITY_KINDS, FAILURE_STATES, type EntityKind, type FailureState } from '@/domain/vocabulary';
import type { Api } from './api';
import { oneOf } from './enumArgument';
import { findEntity } from './findEntity';

/** Short names of kinds. */
const SHORT: Readonly<Record<string, EntityKind>> = { zone: 'hosting-zone', area: 'hosting-area', app: 'application' };

export interface TypedFailure {
  kind: EntityKind | undefined;
  name: string;
  state: FailureState;
}

/** A parser for a repeatable option: [KIND:]NAME[=STATE]. A technical name contains neither ":" nor "=". */
export function typedFailures(text: string, before: readonly TypedFailure[] = []): TypedFailure[] {
  const [subject = '', state = 'Outage', ...rest] = text.split('=');
  const colon = subject.indexOf(':');
  const kind = colon === -1 ? undefined : kindOf(subject.slice(0, colon));
  const name = subject.slice(colon + 1).trim();
  if (name === '' || rest.length > 0) throw new InvalidArgumentError('Write it as [KIND:]NAME[=STATE], for example zone:eu-1a=Degraded.');
  return [...before, { kind, name, state: oneOf(FAILURE_STATES)(state) }];
}

function kindOf(word: string): EntityKind {
  return SHORT[word.trim().toLowerCase()] ?? oneOf(ENTITY_KINDS)(word);
}

/** Throws Failure for names that are not in the landscape, with similar ones, and for names that several kinds have. */
export async function findFailures(api: Api, typed: readonly TypedFailure[]): Promise<ScenarioFailureInput[]> {
  const found: ScenarioFailureInput[] = [];
  for (const { kind, name, state } of typed) {
    const entity = await findEntity(api, name, kind);
    found.push({ entityType: entity.kind, entity: entity.id, state });
  }
  return found;
}
