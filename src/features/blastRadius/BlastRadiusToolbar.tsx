/** The controls that state the question: what fails, how badly, in which direction, how far, and along which dependencies. */
'use client';

import { Group, SegmentedControl, Select, Slider, Text, Title, Tooltip } from '@mantine/core';
import { useFocusWithin } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { EntitySearch } from '@/client/EntitySearch';
import { TYPE_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import { NotifyBell } from '@/client/notifications/NotifyBell';
import { ShareButton } from '@/client/sharing/ShareButton';
import { useTenant } from '@/client/tenantContext';
import { TimeButton } from '@/client/time/TimeButton';
import { ViewsMenu } from '@/client/views/ViewsMenu';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { HIGHEST_DEPTH, PLAN_LIMITS } from '@/domain/access';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES, DIRECTIONS, FAILURE_STATES, type Direction, type FailureState } from '@/domain/vocabulary';
import { CopyLink } from '@/ui/CopyLink';
import { ExportMenu, type ExportChoice } from '@/ui/ExportMenu';
import { FilterMenu } from '@/ui/FilterMenu';
import frame from '@/ui/PictureFrame.module.css';
import { hoverIntent, restOn } from '@/ui/hoverIntent';
import classes from './BlastRadiusPage.module.css';
import { LOOKS, NOTHING_CHOSEN, questionOf, type BlastRadiusView, type ChangeView, type Look, type ViewChange } from './blastRadiusAddress';

export const START_ID = 'blast-radius-start';

const DIRECTION_WORDS: Readonly<Record<Direction, string>> = { downstream: 'What breaks', upstream: 'What could cause it' };

const LOOK_WORDS: Readonly<Record<Look, string>> = { lanes: 'Columns', table: 'Table' };

interface Props {
  view: BlastRadiusView;
  change: ChangeView;
  /** Prefetches the answer to a question that the user is likely to ask next. */
  foresee(change: ViewChange): void;
  /** False while nothing is selected to fail: there is no question then. */
  hasQuestion: boolean;
  answer: BlastRadiusAnswer | undefined;
  exports: readonly ExportChoice[];
}

export function BlastRadiusToolbar({ view, change, foresee, hasQuestion, answer, exports }: Props) {
  return (
    <header className={`${frame.head} ${frame.toolbar} ${classes.toolbar}`}>
      <Title order={1} className={`${frame.title} ${classes.heading}`}>
        Blast radius
      </Title>
      <div className={classes.search}>
        <EntitySearch
          id={START_ID}
          label="What fails: search all kinds"
          placeholder={answer === undefined ? 'What fails?   /' : `${answer.entity.name}   /`}
          onChoose={({ kind, id }) => change({ entityType: kind, entityId: id, ...NOTHING_CHOSEN })}
          onLikely={({ kind, id }) => foresee({ entityType: kind, entityId: id, ...NOTHING_CHOSEN })}
        />
      </div>
      {hasQuestion && <Question view={view} change={change} foresee={foresee} answer={answer} exports={exports} />}
    </header>
  );
}

function Question({ view, change, foresee, answer, exports }: Omit<Props, 'hasQuestion'>) {
  const question = questionOf(view);
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Direction"
        value={view.direction}
        onChange={(direction) => change({ direction, ...NOTHING_CHOSEN })}
        data={DIRECTIONS.map((value) => ({
          value,
          label: <span {...hoverIntent(() => foresee({ direction: value }))}>{DIRECTION_WORDS[value]}</span>,
        }))}
      />
      <Select
        size="xs"
        w={104}
        aria-label="How it fails"
        data={[...FAILURE_STATES].reverse()}
        value={view.state}
        allowDeselect={false}
        onChange={(state) => change({ state: state as FailureState })}
      />
      <DepthSlider
        requested={view.maxDepth}
        onChange={(maxDepth) => change({ maxDepth, ...NOTHING_CHOSEN })}
        onLikely={(maxDepth) => foresee({ maxDepth })}
      />
      <FilterMenu
        label="Mode"
        values={DEPENDENCY_MODES}
        chosen={view.modeFilter}
        onChange={(modeFilter) => change({ modeFilter, ...NOTHING_CHOSEN })}
        onLikely={(modeFilter) => foresee({ modeFilter })}
      />
      <FilterMenu
        label="Type"
        values={DEPENDENCY_TYPES}
        chosen={view.typeFilter}
        wordsOf={(type) => TYPE_LABELS[type]}
        onChange={(typeFilter) => change({ typeFilter, ...NOTHING_CHOSEN })}
        onLikely={(typeFilter) => foresee({ typeFilter })}
      />
      <Group gap={8} wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={view.view}
          onChange={(look) => change({ view: look })}
          data={LOOKS.map((look) => ({ value: look, label: LOOK_WORDS[look] }))}
        />
        <ExportMenu choices={exports} />
        <TimeButton isPast={view.at !== null} onChange={({ at }) => change({ at })} />
        {answer !== undefined && <NotifyBell look="icon" kind={answer.entity.type} id={answer.entity.id} name={answer.entity.name} />}
        <CopyLink />
        <ShareButton
          what={
            answer === undefined || question === null
              ? null
              : { page: 'blast-radius', question, ...(view.group === null ? {} : { group: view.group }) }
          }
          hasMoney={answer?.revenueExposure !== undefined}
        />
        <ViewsMenu page="blast-radius" />
      </Group>
    </>
  );
}

/** Asking for the plan's maximum is the same as naming no depth. */
function askedBy(depth: number, most: number): number | null {
  return depth === most ? null : depth;
}

/**
 * Moves at once, and asks when the thumb is released. The slider goes up to the depth of the highest plan, so that users can ask beyond
 * their own plan and read why it stops.
 */
interface DepthProps {
  requested: number | null;
  onChange(maxDepth: number | null): void;
  onLikely(maxDepth: number | null): void;
}

function DepthSlider({ requested, onChange, onLikely }: DepthProps) {
  const { plan } = useTenant();
  const most = PLAN_LIMITS[plan].maximumDepth;
  const applied = Math.min(requested ?? most, most);
  const [held, setHeld] = useState<number | null>(null);
  const shown = held ?? applied;
  const settle = (value: number): void => {
    setHeld(null);
    if (value !== (requested ?? most)) onChange(askedBy(value, most));
  };
  /** The value while the thumb is dragged. */
  const move = (value: number): void => {
    setHeld(value);
    restOn(() => onLikely(askedBy(value, most)));
  };
  const { ref, focused } = useFocusWithin();
  useEffect(() => {
    if (!focused) return;
    restOn(() => {
      // Shortcut keys: one hop less, one hop more, the nearest only, everything.
      for (const depth of new Set([applied - 1, applied + 1, 1, most]))
        if (depth >= 1 && depth <= most && depth !== applied) onLikely(askedBy(depth, most));
    });
  }, [focused, applied, most, onLikely]);
  const isCapped = most < HIGHEST_DEPTH;
  const cap = isCapped
    ? `The ${plan} plan looks up to ${countOf(most, 'hop')} away; the highest plan up to ${HIGHEST_DEPTH}.`
    : `Up to ${countOf(most, 'hop')} away.`;
  return (
    <Tooltip label={cap} position="bottom" multiline maw={260}>
      <div ref={ref} className={classes.depth}>
        <Text size="xs" fw={550} style={{ whiteSpace: 'nowrap' }}>
          Depth {shown}
          {isCapped && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              · {plan}: at most {most}
            </Text>
          )}
        </Text>
        <Slider
          className={classes.slider}
          size="sm"
          min={1}
          max={HIGHEST_DEPTH}
          step={1}
          label={null}
          value={shown}
          marks={isCapped ? [{ value: most }] : []}
          onChange={move}
          onChangeEnd={settle}
          thumbLabel="Depth in hops"
          thumbValueText={`${countOf(shown, 'hop')}. ${cap}`}
        />
      </div>
    </Tooltip>
  );
}
