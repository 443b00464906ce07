/** The digest that identifies a scenario's answer. It is the same through every door, however much of the answer is listed. */
import { createHmac } from 'node:crypto';
import type { ScenarioAnswer } from '@/contract/scenarios';
import { keyedDigest } from '@/server/secrets';
import { byCodeUnit } from '@/plain/order';

type Digested = Omit<ScenarioAnswer, 'digest'>;

/**
 * HMAC-SHA-256 over the whole answer by ids, independent of the order of rows. Names, limits, the landscape version and instants do not
 * matter. `uncutComponents` holds each row of `components`, listed or not, by id. Includes revenue if the answer does.
 */
export function scenarioDigest(
  tenantId: string,
  answer: Digested,
  uncutComponents: Uint32Array,
  withheldDependencies: readonly string[],
): string {
  const { failures, baseline, durationMinutes, origin, revenueExposure: money } = answer;
  const digest = createHmac('sha256', keyedDigest('scenario', tenantId));
  const add = (name: string, lines: readonly string[]): void => {
    digest.update(JSON.stringify([name, lines.length]));
    digest.update([...lines].sort(byCodeUnit).join('\n'));
  };
  add('question', [baseline.kind, String(durationMinutes)]);
  add(
    'failures',
    failures.map(({ entityType, id, state }) => `${entityType} ${id} ${state}`),
  );
  add('withheld', [...new Set(withheldDependencies)]);
  add(
    'origin',
    origin.map(({ id, expectedState }) => `${id} ${expectedState}`),
  );
  digest.update(JSON.stringify(['components', uncutComponents.length]));
  digest.update(new Uint8Array(uncutComponents.buffer, uncutComponents.byteOffset, uncutComponents.byteLength));
  for (const list of ['applications', 'capabilities', 'processes', 'audiences'] as const)
    add(
      list,
      answer[list].map(({ id, depth, expectedState, alone, isExcess, live }) =>
        JSON.stringify([id, depth, expectedState, alone, isExcess, live]),
      ),
    );
  add(
    'gave way',
    answer.gaveWay.map(({ source, redundancyGroup, redundancyMinimum, targets, working, lost }) => {
      return JSON.stringify([source.id, redundancyGroup, redundancyMinimum, targets, working, lost.map(({ id }) => id).sort(byCodeUnit)]);
    }),
  );
  add(
    'tolerances',
    answer.tolerances.map(({ id, maximumTolerableDowntimeMinutes, verdict }) => `${id} ${maximumTolerableDowntimeMinutes} ${verdict}`),
  );
  const { stoppedByFilter, stoppedByPropagates } = answer.completeness;
  add('completeness', [`${stoppedByFilter} ${stoppedByPropagates}`]);
  if (money !== undefined) {
    const { currency, perYear, perHour, expectedPerHour } = money;
    add('revenue', [JSON.stringify([currency, perYear, perHour, expectedPerHour])]);
    add(
      'revenue by audience',
      money.byAudience.map((row) => JSON.stringify([row.id, row.perYear, row.perHour, row.expectedPerHour])),
    );
  }
  return digest.digest('base64url');
}
