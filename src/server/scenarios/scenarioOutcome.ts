/** Evaluates a saved scenario without members that are gone, and packs the states that comparisons of runs need. */
import { deflate, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import type { MissingMember, Scenario } from '@/contract/savedScenarios';
import type { ScenarioAnswer } from '@/contract/scenarios';
import { AppError } from '@/domain/errors';
import type { Landscape } from '@/domain/graph/landscape/views';
import { AFFECTED_KINDS, type OutcomeStates } from '@/domain/graph/questions/scenarioComparison';
import { yieldToEventLoop } from '@/server/yieldToEventLoop';
import type { TenantDb } from '@/server/db/tenantDb';
import { evaluate, type NamedInGraph } from './evaluateScenario';
import { lastNames } from './scenarioMembers';
import type { ScenarioRecord } from './scenarioRows';
import { read } from '@/server/db/read';

/** At most this many entities of a kind are stored by identity, the first in the order of the answer. */
const MOST_KEPT = 10_000;

export interface Outcome {
  /** With up to 10,000 components, and with revenue. */
  answer: ScenarioAnswer;
  digestWithoutRevenue: string;
  missing: MissingMember[];
}

/**
 * The present result of a scenario, with everything that somebody may see. Throws 409 `conflict` if everything that fails in it is gone.
 */
export async function evaluateSaved(tenant: TenantDb, record: ScenarioRecord): Promise<Outcome> {
  const { baseline, durationMinutes } = record;
  let gone: MissingMember[] = [];
  const { answer, digestWithoutRevenue } = await evaluate(
    tenant,
    { baseline, durationMinutes, componentLimit: MOST_KEPT, canSeeRevenue: true },
    (graph) => {
      const { missing, ...named } = livingIn(graph, record);
      gone = missing;
      if (named.failures.length === 0) throw allGone(record);
      return named;
    },
    () => null,
  );
  return { answer, digestWithoutRevenue, missing: await underLastNames(tenant, gone) };
}

/** The members that are in the graph, found by id or otherwise by name, and those that are not. */
function livingIn(
  graph: Landscape,
  { failures, withheldDependencies }: Pick<Scenario, 'failures' | 'withheldDependencies'>,
): NamedInGraph & { missing: MissingMember[] } {
  const missing: MissingMember[] = [];
  const living = failures.flatMap(({ entityType, id, technicalName, state }) => {
    const entity = graph.findEntity(entityType, id) ?? graph.findEntity(entityType, technicalName);
    if (entity !== null) return [{ entity, state }];
    missing.push({ entityType, id, technicalName });
    return [];
  });
  const withheld = new Set<number>();
  for (const id of withheldDependencies) {
    const edge = graph.edges.find(id);
    if (edge === -1) missing.push({ entityType: 'dependency', id, technicalName: id });
    else withheld.add(edge);
  }
  return { failures: living, withheld, missing };
}

function allGone({ technicalName, failures }: ScenarioRecord): AppError {
  const names = failures.slice(0, 3).map((member) => `${member.entityType} ${member.technicalName}`);
  const more = failures.length > names.length ? ` and ${failures.length - names.length} more` : '';
  return new AppError(
    'conflict',
    `Everything that fails in the scenario ${technicalName} is gone from the landscape: ${names.join(', ')}${more}. Change its failures, or delete the scenario.`,
  );
}

async function underLastNames(tenant: TenantDb, gone: readonly MissingMember[]): Promise<MissingMember[]> {
  if (gone.length === 0) return [];
  const last = await read(tenant, (tx) =>
    lastNames(
      tx,
      tenant.tenantId,
      gone.map(({ id }) => id),
    ),
  );
  return gone.map((member) => ({ ...member, technicalName: last.get(`${member.entityType} ${member.id}`) ?? member.technicalName }));
}

/** The states for comparisons, and whether some are missing. */
export interface KeptStates extends OutcomeStates {
  isPartial: boolean;
}

/** The state of each affected entity in an answer, including what fails by itself. */
export function statesOf(answer: ScenarioAnswer): KeptStates {
  const { origin, components, applications, capabilities, processes, audiences, counts, tolerances } = answer;
  const all = {
    component: [...origin, ...components],
    application: applications,
    capability: capabilities,
    process: processes,
    segment: audiences,
  };
  const kept = (kind: keyof typeof all): OutcomeStates['states']['component'] =>
    all[kind]
      .slice(0, MOST_KEPT)
      .map(({ id, technicalName, name, expectedState }): [string, string, string, typeof expectedState] => [
        id,
        technicalName,
        name,
        expectedState,
      ]);
  return {
    states: Object.fromEntries(AFFECTED_KINDS.map((kind) => [kind, kept(kind)])) as OutcomeStates['states'],
    verdicts: tolerances.slice(0, MOST_KEPT).map(({ id, technicalName, name, verdict }) => [id, technicalName, name, verdict]),
    isPartial:
      origin.length + counts.components > MOST_KEPT ||
      [counts.applications, counts.capabilities, counts.processes, counts.audiences].some((count) => count > MOST_KEPT),
  };
}

/** As bytes. Yields to others between lists. */
export async function packStates({ states, verdicts, isPartial }: KeptStates): Promise<Uint8Array<ArrayBuffer>> {
  const parts: string[] = [];
  for (const kind of AFFECTED_KINDS) {
    parts.push(`${JSON.stringify(kind)}:${JSON.stringify(states[kind])}`);
    await yieldToEventLoop();
  }
  const text = `{"states":{${parts.join(',')}},"verdicts":${JSON.stringify(verdicts)},"isPartial":${isPartial}}`;
  return new Uint8Array(await promisify(deflate)(text));
}

/** Reads what `packStates` wrote. */
export async function unpackStates(packed: Uint8Array): Promise<KeptStates> {
  return JSON.parse((await promisify(inflate)(packed)).toString()) as KeptStates;
}
