/** Calculates the impact of a compared manifest in a worker, because it visits the whole landscape twice. */
import { keepLast } from '@/plain/keepLast';
import type { PlannedChange } from '@/domain/manifest/declaration';
import type { ChangeImpact } from '@/domain/manifest/changeImpact';
import { impactScenarios, type ScenarioImpact } from '@/domain/manifest/scenarioImpact';
import type { FailureState } from '@/domain/vocabulary';
import { impactLandscape } from '@/domain/manifest/impactLandscape';
import { processState } from '@/server/processState';
import { inSteps, yieldToEventLoop } from '@/server/yieldToEventLoop';
import type { ManifestDiff } from '@/domain/manifest/declaration';
import type { LoadedLandscape } from './knownLandscape';
import { runInWorker } from './manifestWorker';
import type { ImpactTask } from './parseWorker';

const DEADLINE_MS = 30_000;

/** An apply usually follows the preview of the same change. The results can be large, so only a few are kept. */
const MOST_KEPT = 5;
const kept = processState('manifestImpacts', () => new Map<string, ChangeImpact & Partial<ScenarioImpact>>());

const NOTHING = { added: [], removed: [], addedOmitted: 0, removedOmitted: 0 };

export interface ImpactRequest {
  /** The whole landscape that was compared. */
  landscape: LoadedLandscape;
  diff: ManifestDiff;
  digest: string;
  comparedVersion: number;
  /** A capability in this state or a worse one counts as down. */
  downFrom: FailureState;
}

/**
 * Calculates the same changes to the same landscape version once, including their cost. Callers must remove the cost for readers who may
 * not see revenue.
 */
export async function impactOf(
  tenantId: string,
  { landscape, diff, digest, comparedVersion, downFrom }: ImpactRequest,
): Promise<ChangeImpact & Partial<ScenarioImpact>> {
  if (diff.changes.length === 0)
    return {
      ...{ dependencyCycles: NOTHING, tierInversions: NOTHING, singlePointsOfFailure: NOTHING, rollUps: [], impactOmitted: 0 },
      ...(hasScenarios(landscape, diff) ? { scenarios: [], scenariosOmitted: 0 } : {}),
    };
  const key = `${tenantId} ${comparedVersion} ${downFrom} ${digest}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const before = await inSteps(impactLandscape(landscape, []));
  const after = await inSteps(impactLandscape(landscape, diff.changes));
  // As text, which is faster to transfer to another thread than a tree.
  const task: ImpactTask = { before, after, changedComponents: changedComponents(landscape, diff.changes) };
  if (hasScenarios(landscape, diff))
    task.scenarios = { before: impactScenarios(landscape, []), after: impactScenarios(landscape, diff.changes), downFrom };
  const parts: string[] = [];
  for (const [name, part] of Object.entries(task)) {
    parts.push(`"${name}":${JSON.stringify(part)}`);
    await yieldToEventLoop();
  }
  const input = `{${parts.join(',')}}`;
  const impact = await runInWorker<ChangeImpact & Partial<ScenarioImpact>>(tenantId, { type: 'impact', input }, input.length, DEADLINE_MS);
  keepLast(kept, key, impact, MOST_KEPT);
  return impact;
}

function hasScenarios({ entities }: LoadedLandscape, { changes }: ManifestDiff): boolean {
  return (entities.get('scenario')?.size ?? 0) > 0 || changes.some(({ kind }) => kind === 'scenario');
}

/** Those that change, the ends of dependencies that do, and everything in applications that change what they stand for. */
function changedComponents({ entities }: LoadedLandscape, changes: readonly PlannedChange[]): string[] {
  const applications = new Set(changes.filter(isOtherwiseCounted).map(({ technicalName }) => technicalName));
  const components = [...(applications.size === 0 ? [] : (entities.get('component') ?? []))];
  return [
    ...changes.flatMap(({ kind, technicalName, before, after }) => {
      if (kind === 'component') return [technicalName];
      if (kind !== 'dependency') return [];
      const { source, target } = after ?? before?.values ?? {};
      return [String(source), String(target)];
    }),
    ...components.flatMap(([technicalName, { values }]) => (applications.has(String(values.application)) ? [technicalName] : [])),
  ];
}

/** An application that enters or leaves service, or supports other capabilities. */
function isOtherwiseCounted({ kind, op, fields }: PlannedChange): boolean {
  return kind === 'application' && op === 'update' && fields.some(({ field }) => field === 'lifecycleState' || field === 'capabilities');
}
