/** What the consequences of a scenario say where nothing is worse together, and where nobody recorded what is tolerated. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ScenarioAnswer } from '@/contract/scenarios';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { AffectedTable } from './AffectedTable';
import { Consequences } from './Consequences';
import { readableTables, scenarioSheet } from './scenarioSheet';

const none = { components: 0, applications: 0, capabilities: 0, processes: 0, audiences: 0 };
const row = (name: string, more: object = {}) => ({
  ...{ id: name, technicalName: name, name, depth: 1 },
  ...{ expectedState: 'Outage', alone: 'Outage', isExcess: false },
  ...more,
});
const answerWith = (more: object) =>
  ({
    failures: [row('a'), row('b')],
    baseline: { kind: 'clean', at: null },
    durationMinutes: 60,
    ...{ components: [], applications: [], capabilities: [], processes: [], audiences: [], gaveWay: [], tolerances: [] },
    ...{ counts: none, excess: none },
    completeness: { componentsOmitted: 0 },
    ...more,
  }) as unknown as ScenarioAnswer;

it('does not say that two failures do no more harm than one, where each does its own', async () => {
  renderInTenant(<Consequences answer={answerWith({})} />);
  expect((await screen.findByRole('region', { name: 'Only together' })).textContent).toBe(
    'Only togetherNothing is worse with all of these failures than with the worst of them for it.',
  );
});

it.each([
  [[], 'No capability is down for longer than it tolerates.'],
  [['Met'], 'No capability is down for longer than it tolerates.'],
  [['NotSet'], 'Not recorded: what 1 affected capability may tolerate.'],
  [['NotSet', 'Met'], 'No capability is down for longer than it tolerates.Not recorded: what 1 of 2 affected capabilities may tolerate.'],
])('says of tolerances %j what is known', async (verdicts, words) => {
  const tolerances = verdicts.map((verdict, at) => ({ ...row(`c${at}`), maximumTolerableDowntimeMinutes: null, verdict }));
  renderInTenant(<Consequences answer={answerWith({ tolerances })} />);
  expect((await screen.findByRole('region', { name: 'Tolerances' })).textContent).toBe(`Down longer than tolerated (0)${words}`);
});

it('calls nothing healthy now of which it does not know whether it reports', () => {
  const components = [row('shop', { live: 'Healthy' }), row('till', { live: 'Degraded' })];
  const answer = answerWith({ components, baseline: { kind: 'live', at: null } });
  renderInTenant(<AffectedTable answer={answer} chosenId={null} onSelect={() => undefined} onAlsoFail={() => undefined} />);
  expect(screen.getByRole('row', { name: /shop/ }).textContent).toContain('Not known to be affected');
  expect(screen.getByRole('row', { name: /till/ }).textContent).toContain('Degraded');
});

it('says in exports and on shared pages if not all components are listed', () => {
  const answer = answerWith({ components: [row('shop')], completeness: { componentsOmitted: 2 } });
  const words = 'What is affected, with the first 1 of 3 components';
  expect(readableTables(answer)[0]?.title).toBe(words);
  expect(scenarioSheet({ answer, lanes: {} } as never).tables[0]?.title).toBe(words);
  expect(readableTables(answerWith({}))[0]?.title).toBe('What is affected');
});
