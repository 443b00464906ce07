/** The past runs of a saved scenario, and a comparison of two of them. */
'use client';

import { Button, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FailureNote } from '@/client/FailureNote';
import { money } from '@/client/labels/figures';
import { entityKindLabel } from '@/client/labels/labels';
import { VERDICT_WORDS } from '@/client/labels/verdictWords';
import { ShowMore } from '@/client/ShowMore';
import { StateMark } from '@/client/symbols/StateMark';
import { useTRPC } from '@/client/trpc';
import type { Scenario, ScenarioComparison, ScenarioRunSummary } from '@/contract/savedScenarios';
import { RULES_CHANGED } from '@/domain/lifecycle';
import { countOf } from '@/plain/counts';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { Timestamp } from '@/ui/Timestamp';
import type { ChangeScenario, ScenarioView } from '@/features/scenarios/scenarioAddress';
import classes from '@/features/scenarios/ScenariosPage.module.css';

interface Props {
  scenario: Scenario;
  view: Pick<ScenarioView, 'from' | 'to'>;
  change: ChangeScenario;
}

const RUNS_AT_ONCE = 10;

export function RunHistory({ scenario: { id }, view: { from, to }, change }: Props) {
  const trpc = useTRPC();
  const runs = useInfiniteQuery({
    ...trpc.scenarios.listRuns.infiniteQueryOptions(
      { idOrTechnicalName: id, limit: RUNS_AT_ONCE },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  if (runs.isPending) return <LoadingFacts label="Loading the runs" rows={2} />;
  if (runs.isError && !runs.isFetchNextPageError)
    return <FailureNote title="The runs could not be loaded" error={runs.error} onRetry={() => void runs.refetch()} />;
  const all = runs.data.pages.flatMap(({ items }) => items);
  return (
    <section aria-label="Runs">
      <Title order={3}>Runs ({(runs.data.pages[0]?.total ?? all.length).toLocaleString('en')})</Title>
      {all.length === 0 && (
        <Text size="sm" c="dimmed">
          This scenario has not been run yet. A run stores its answer, so that you can compare later runs with it.
        </Text>
      )}
      <ul className="bare-list">
        {all.map((run, index) => (
          <RunRow key={run.id} run={run} isAsBefore={all[index + 1]?.digest === run.digest} from={from} onChange={change} />
        ))}
      </ul>
      <ShowMore list={runs} label="Earlier runs" />
      {from !== null && <Comparison scenarioId={id} from={from} to={to} onClose={() => change({ from: null, to: null })} />}
    </section>
  );
}

interface RunProps {
  run: ScenarioRunSummary;
  /** Whether the previous run had the same digest. */
  isAsBefore: boolean;
  from: string | null;
  onChange: ChangeScenario;
}

function RunRow({ run: { id, at, actor, counts, breached, landscapeVersion, ...ran }, isAsBefore, from, onChange }: RunProps) {
  const cost = costWords(ran);
  const facts = [
    countOf(counts.components, 'component'),
    countOf(counts.capabilities, 'capability', 'capabilities'),
    ...(breached > 0 ? [`${breached.toLocaleString('en')} down too long`] : []),
    ...(cost === null ? [] : [cost]),
  ];
  return (
    <li className={classes.row} aria-current={id === from ? 'true' : undefined}>
      <span className={classes.name}>
        <Timestamp at={at} /> by {actor.name}
        <span className={classes.detail}>
          {facts.join(', ')}; landscape version {landscapeVersion}
          {isAsBefore ? '; the same as the run before' : ''}
        </span>
      </span>
      {from === null || from === id ? (
        <Button variant="default" onClick={() => onChange({ from: from === id ? null : id, to: null })} aria-pressed={from === id}>
          {from === id ? 'Stop comparing' : 'Compare'}
        </Button>
      ) : (
        <Button variant="default" onClick={() => onChange({ to: id })}>
          With this
        </Button>
      )}
    </li>
  );
}

interface ComparisonProps {
  scenarioId: string;
  from: string;
  /** Null to compare with the current answer. */
  to: string | null;
  onClose(): void;
}

function Comparison({ scenarioId, from, to, onClose }: ComparisonProps) {
  const compared = useQuery({
    ...useTRPC().scenarios.compare.queryOptions({ idOrTechnicalName: scenarioId, from, ...(to === null ? {} : { to }) }),
    placeholderData: keepPreviousData,
  });
  if (compared.isPending) return <LoadingFacts label="Comparing" rows={4} />;
  if (compared.isError)
    return <FailureNote title="The runs could not be compared" error={compared.error} onRetry={() => void compared.refetch()} />;
  const { data } = compared;
  return (
    <section aria-label="Compared" aria-busy={compared.isPlaceholderData}>
      <Group justify="space-between">
        <Title order={3}>
          <Timestamp at={data.from.at} /> to {data.to.run === null ? 'now' : <Timestamp at={data.to.at} />}
        </Title>
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </Group>
      {data.isSame && <Text size="sm">Both answers are the same.</Text>}
      {data.haveRulesChanged && <Text size="sm">{RULES_CHANGED}</Text>}
      <Costs from={data.from} to={data.to} />
      <Differences title="Newly affected" rows={data.newlyAffected} />
      <Differences title="No longer affected" rows={data.noLongerAffected} />
      <Differences title="Worse" rows={data.worse} />
      <Differences title="Milder" rows={data.milder} />
      <Verdicts rows={data.verdicts} />
      {(data.omitted > 0 || data.isPartial) && (
        <Text size="xs" c="dimmed">
          There are more differences than listed here.
        </Text>
      )}
    </section>
  );
}

/** Null if an hour costs nothing, as where nobody recorded revenue, and for people who may not see it. */
function costWords({ expectedPerHour = 0, currency }: Pick<ScenarioRunSummary, 'expectedPerHour' | 'currency'>): string | null {
  return expectedPerHour === 0 || currency === undefined ? null : `${money(expectedPerHour, currency)} an hour`;
}

/** Nothing for people who may not see revenue. */
function Costs({ from, to }: Pick<ScenarioComparison, 'from' | 'to'>) {
  const [before, after] = [costWords(from), costWords(to)];
  if (from.currency === undefined || to.currency === undefined || before === after) return null;
  return (
    <Text size="sm">
      {before ?? 'No cost known'}, then {after ?? 'no cost known'}.
    </Text>
  );
}

function Differences({ title, rows }: { title: string; rows: ScenarioComparison['worse'] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={4} size="h3" mt={6}>
        {title} ({rows.length.toLocaleString('en')})
      </Title>
      <ul className="bare-list">
        {rows.map(({ id, name, entityType, from, to }) => (
          <li key={id} className={classes.row}>
            <span className={classes.name}>
              {name}
              <span className={classes.detail}>{entityKindLabel(entityType)}</span>
            </span>
            <StateMark state={from} />
            <span aria-label="then">→</span>
            <StateMark state={to} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Verdicts({ rows }: { rows: ScenarioComparison['verdicts'] }) {
  if (rows.length === 0) return null;
  const words = (verdict: ScenarioComparison['verdicts'][number]['from']): string =>
    verdict === null ? 'not affected' : VERDICT_WORDS[verdict];
  return (
    <section aria-label="Tolerances that changed">
      <Title order={4} size="h3" mt={6}>
        Tolerances ({rows.length.toLocaleString('en')})
      </Title>
      <ul className="bare-list">
        {rows.map(({ id, name, from, to }) => (
          <li key={id} className={classes.row}>
            <span className={classes.name}>
              {name}
              <span className={classes.detail}>
                {words(from)}, then {words(to)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
