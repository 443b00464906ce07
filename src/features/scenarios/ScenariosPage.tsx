/** What breaks if several things fail together. The picture and the consequences follow every change to the scenario. */
'use client';

import { Button, Center, NumberInput, SegmentedControl, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { answerDigest } from '@/client/answerDigest';
import { PrintFoot } from '@/client/PrintFoot';
import { EntitySearch } from '@/client/EntitySearch';
import { FailureNote } from '@/client/FailureNote';
import { groupKeyOf } from '@/client/impactColumns/cardBands';
import { GroupBar } from '@/client/impactColumns/GroupBar';
import { impactBands } from '@/client/impactColumns/impactBands';
import { ColumnsDrawing } from '@/client/impactColumns/ColumnsDrawing';
import { impactFigures, peopleOf } from '@/client/labels/impactFigures';
import { unrecordedIn } from '@/client/labels/recordHref';
import { sheetExports } from '@/client/sheetExports';
import { keepBasket, lastWritten, readBasket, withMembers } from '@/client/scenarioBasket';
import { ShareButton } from '@/client/sharing/ShareButton';
import { useTenant } from '@/client/tenantContext';
import { TimeButton } from '@/client/time/TimeButton';
import { useTRPC } from '@/client/trpc';
import { ViewsMenu } from '@/client/views/ViewsMenu';
import { WidestStarts } from '@/client/WidestStarts';
import type { ScenarioAnswer, ScenarioPicture } from '@/contract/scenarios';
import { countOf } from '@/plain/counts';
import { CopyLink } from '@/ui/CopyLink';
import { ExportMenu } from '@/ui/ExportMenu';
import { FigureTiles } from '@/ui/FigureTiles';
import { laterPart } from '@/ui/laterPart';
import frame from '@/ui/PictureFrame.module.css';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import { AffectedTable } from './AffectedTable';
import { Basket } from './Basket';
import { Consequences } from './Consequences';
import { RowPanel } from './RowPanel';
import { idsOnlyTogether, scenarioSheet } from './scenarioSheet';
import { hopsTo, stopsOf } from './scenarioPath';
import { questionOf, sharedQuestion, useScenarioView, type ChangeScenario, type ScenarioView } from './scenarioAddress';
import classes from './ScenariosPage.module.css';
import { useLinkedScenario } from './saved/useLinkedScenario';
import { Withheld } from './Withheld';

const SavedScenarios = laterPart(async () => (await import('./saved/SavedScenarios')).SavedScenarios);
const UnlessEmpty = laterPart(
  async () => (await import('@/client/EmptyTenant')).UnlessEmpty,
  <Skeleton height={120} radius="md" role="status" aria-label="Loading" />,
);
const TimeBar = laterPart(async () => (await import('@/client/time/TimeBar')).TimeBar);

const SEARCH_ID = 'scenario-search';
const NOTHING = { failures: [{ entityType: 'component' as const, entity: '00000000-0000-0000-0000-000000000000' }] };

export function ScenariosPage() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const [view, change] = useScenarioView();
  const { basket } = view;
  const isOpening = useLinkedScenario(view, change);
  const question = questionOf(view);
  const picture = useQuery({
    ...trpc.scenarios.picture.queryOptions({ ...(question ?? NOTHING), ...(view.group === null ? {} : { group: view.group }) }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
  });
  useHotkeys([['/', () => document.getElementById(SEARCH_ID)?.focus()]]);
  useEffect(() => {
    if (basket.length > 0) keepBasket(tenantId, basket);
  }, [tenantId, basket]);
  const data = question === null ? undefined : picture.data;
  return (
    <div className={frame.page}>
      <Toolbar view={view} change={change} picture={data} />
      {view.at !== null && (
        <TimeBar
          instants={{ at: view.at, since: null }}
          versions={{ at: data?.answer.landscapeVersion ?? null, since: null }}
          onChange={({ at }) => (at === undefined ? undefined : change({ at }))}
        />
      )}
      {data !== undefined && <Figures answer={data.answer} />}
      <div className={`${frame.content} ${frame.withSide} ${classes.content}`}>
        {isOpening && <PictureSkeleton label="Opening the scenario" />}
        {basket.length === 0 && !isOpening && <Empty view={view} change={change} />}
        {basket.length > 0 && (
          <>
            <div className={frame.stage} aria-busy={picture.isPlaceholderData}>
              {question === null && (
                <Center flex={1} p="lg">
                  <Text size="sm">Everything is switched off. Switch on what should fail.</Text>
                </Center>
              )}
              {question !== null && picture.isError && (
                <FailureNote
                  title="This question could not be answered"
                  error={picture.error}
                  onRetry={() => void picture.refetch()}
                  isInset
                />
              )}
              {question !== null && !picture.isError && data === undefined && <PictureSkeleton label="Calculating" />}
              {data !== undefined && !picture.isError && <Shown view={view} change={change} picture={data} />}
            </div>
            <Side view={view} change={change} picture={data} isCalculating={picture.isLoading} />
          </>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  view: ScenarioView;
  change: ChangeScenario;
  picture: ScenarioPicture | undefined;
}

/**
 * Selection first, then what fails, then the consequences. An open saved scenario comes before the consequences, the list of the others
 * after.
 */
function Side({ view, change, picture, isCalculating }: PartProps & { isCalculating: boolean }) {
  const { basket, item, withheld, scenario } = view;
  return (
    <div className={`${frame.side} ${classes.side}`} role="group" aria-label="The scenario and its consequences" tabIndex={0}>
      {picture !== undefined && item !== null && (
        <RowPanel
          picture={picture}
          itemId={item}
          onSelect={(id) => change({ item: id })}
          onWithhold={(id) => change({ withheld: [...new Set([...withheld, id])] })}
          onAlsoFail={(id) => change({ basket: withMembers(basket, [{ kind: 'component', id }]), item: null })}
        />
      )}
      <Basket basket={basket} onChange={(next) => change({ basket: next })} />
      <Withheld withheld={withheld} onChange={(next) => change({ withheld: next })} />
      {scenario !== null && <SavedScenarios view={view} change={change} />}
      {picture !== undefined && <Consequences answer={picture.answer} />}
      {/* Not before the consequences, which would push it down under somebody's pointer. */}
      {scenario === null && !isCalculating && <SavedScenarios view={view} change={change} />}
      {picture !== undefined && (
        <PrintFoot version={`Landscape version ${picture.answer.landscapeVersion}`} digestOf={() => answerDigest(picture.answer)} />
      )}
    </div>
  );
}

function Toolbar({ view, change, picture }: PartProps) {
  const sheet = picture === undefined ? null : scenarioSheet(picture);
  return (
    <header className={`${frame.head} ${frame.toolbar} ${classes.toolbar}`}>
      <Title order={1} className={frame.title}>
        Scenarios
      </Title>
      <div className={classes.search}>
        <EntitySearch
          id={SEARCH_ID}
          label="Add what fails: search all kinds"
          placeholder="Add what fails   /"
          onChoose={(entity) => change({ basket: withMembers(view.basket, [entity]) })}
        />
      </div>
      <SegmentedControl
        size="xs"
        aria-label="What else is wrong"
        value={view.at === null ? view.baseline : 'clean'}
        disabled={view.at !== null}
        onChange={(baseline) => change({ baseline })}
        data={[
          { value: 'clean' as const, label: 'All else healthy' },
          { value: 'live' as const, label: 'As things are now' },
        ]}
      />
      <NumberInput
        size="xs"
        className={classes.minutes}
        aria-label="How many minutes it lasts"
        placeholder="Lasts… minutes"
        min={1}
        max={5_256_000}
        allowDecimal={false}
        allowNegative={false}
        value={view.minutes ?? ''}
        suffix=" minutes"
        onChange={(value) => change({ minutes: typeof value === 'number' ? value : null })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Show as"
        value={view.view}
        onChange={(shown) => change({ view: shown })}
        data={[
          { value: 'lanes' as const, label: 'Columns' },
          { value: 'table' as const, label: 'Table' },
        ]}
      />
      <ExportMenu choices={sheetExports(sheet, view.view === 'table')} />
      <TimeButton isPast={view.at !== null} onChange={({ at }) => change({ at })} />
      <CopyLink />
      <ShareButton what={picture === undefined ? null : sharedQuestion(view)} hasMoney={picture?.answer.revenueExposure !== undefined} />
      <ViewsMenu page="scenarios" />
    </header>
  );
}

function Figures({ answer: { counts, audiences, excess, revenueExposure: cost, completeness } }: { answer: ScenarioAnswer }) {
  const together = Object.values(excess).reduce((sum, count) => sum + count, 0);
  const unrecorded = unrecordedIn(useTenant(), completeness.notRecorded);
  const figures = impactFigures({ ...counts, ...peopleOf(audiences) }, cost, unrecorded);
  const only = { label: 'Only together', value: countOf(together, 'effect'), note: 'None of them comes from one failure alone' };
  return (
    <>
      <VisuallyHidden role="status">
        Affected: {countOf(counts.components, 'component')}, {countOf(counts.applications, 'application')},{' '}
        {countOf(counts.capabilities, 'capability', 'capabilities')}, {countOf(counts.audiences, 'audience')}
      </VisuallyHidden>
      <FigureTiles isBar figures={together > 0 ? [...figures, only] : figures} />
    </>
  );
}

function Shown({ view, change, picture }: { view: ScenarioView; change: ChangeScenario; picture: ScenarioPicture }) {
  const { answer, lanes: columns } = picture;
  const canvas = useRef<CanvasHandle>(null);
  const onlyTogether = useMemo(() => idsOnlyTogether(answer), [answer]);
  const bandsIn = useMemo(
    () => (cardBands: number) => impactBands(columns, { failingNow: new Set(), onlyTogether }, cardBands),
    [columns, onlyTogether],
  );
  const stops = useMemo(() => (view.item === null ? [] : stopsOf(hopsTo(answer, view.item), columns)), [answer, columns, view.item]);
  const select = (id: string | null): void => {
    const group = id === null ? null : groupKeyOf(id);
    change(group === null ? { item: id } : { item: null, group });
  };
  if (view.view === 'table')
    return (
      <AffectedTable
        answer={answer}
        chosenId={view.item}
        onSelect={select}
        onAlsoFail={(entity) => change({ basket: withMembers(view.basket, [entity]) })}
      />
    );
  const legendNote =
    onlyTogether.size > 0
      ? 'Whatever has a dashed frame or the mark “together” is that bad only because these things fail together.'
      : null;
  return (
    <>
      <GroupBar columns={columns} onLeave={() => change({ item: null, group: null })} />
      <ColumnsDrawing
        canvas={canvas}
        bandsIn={bandsIn}
        subject={`${answer.failures.map(({ id }) => id).join(' ')} ${columns.group ?? ''}`}
        label={`Columns of what breaks if ${countOf(answer.failures.length, 'thing fails', 'things fail together')}: ${countOf(answer.counts.components, 'component')}.`}
        chosenId={view.item}
        stops={stops}
        legendNote={legendNote}
        onSelect={select}
        onOpen={select}
        onLikely={() => undefined}
      />
    </>
  );
}

function Empty({ view, change }: { view: ScenarioView; change: ChangeScenario }) {
  const { tenantId } = useTenant();
  // Only the browser stores the last scenario, so the server renders the page without it.
  const written = useSyncExternalStore(
    () => () => undefined,
    () => lastWritten(tenantId),
    () => '',
  );
  const last = useMemo(() => readBasket(written), [written]);
  return (
    <Center p="lg" flex={1}>
      <Stack w="min(100%, 560px)" gap="sm">
        {view.scenario !== null && <SavedScenarios view={view} change={change} />}
        <UnlessEmpty then="Once there are components and dependencies, this page says what breaks when several of them fail together.">
          <Title order={2}>What if these fail together?</Title>
          <Text size="sm">
            Add what fails: two databases that back one another up, a hosting zone and the broker, an application and a technology. Search
            above, or choose “Add to scenario” on anything in the landscape.
          </Text>
          <Text size="sm" c="dimmed">
            The answer says what breaks, what breaks only because things fail together, and which redundancy gave way.
          </Text>
          {last.length > 0 && (
            <div>
              <Button variant="default" size="xs" onClick={() => change({ basket: last })}>
                Continue with the last one
              </Button>
            </div>
          )}
          <WidestStarts
            lead="Or begin with what affects the most:"
            onChoose={(id) => change({ basket: withMembers(view.basket, [{ kind: 'component', id }]) })}
          />
        </UnlessEmpty>
        {view.scenario === null && <SavedScenarios view={view} change={change} />}
      </Stack>
    </Center>
  );
}
