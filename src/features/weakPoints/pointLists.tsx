/** The lists of weak points: redundancy as gauges, components that are enough alone, and sets that are enough only together. */
'use client';

import { Anchor, Badge, Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { perHourLabel } from '@/client/labels/figures';
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import { PageLink } from '@/client/PageLink';
import { scenarioHref } from '@/client/scenarioBasket';
import { useTenant } from '@/client/tenantContext';
import type { WeakPoints } from '@/contract/weakPoints';
import type { CutSetOrder } from '@/domain/graph/weakPoints/weakPointQuestion';
import { countOf } from '@/plain/counts';
import { Section } from '@/ui/Section';
import { GroupGauge } from './GroupGauge';
import { isUndermined } from './marginWords';
import classes from './WeakPoints.module.css';

/** Rows shown before “Show more”. */
const FIRST_ROWS = 20;
const FIRST_GAUGES = 8;

/** The first rows of a long list, and a button for the rest. */
function FirstOf<Row>({ rows, first, children }: { rows: readonly Row[]; first: number; children(row: Row): ReactNode }) {
  const [most, setMost] = useState(first);
  return (
    <>
      {rows.slice(0, most).map(children)}
      {rows.length > most && (
        <li className={classes.row}>
          <Button variant="default" onClick={() => setMost(most + 10 * first)}>
            Show more of {rows.length.toLocaleString('en')}
          </Button>
        </li>
      )}
    </>
  );
}

export function Margins({ margins }: { margins: WeakPoints['margins'] }) {
  if (margins.length === 0)
    return (
      <Section title="Redundancy (none)">
        <Text size="sm" c="dimmed">
          None of its dependencies is marked as redundant. To mark dependencies as redundant, put them into a redundancy group.
        </Text>
      </Section>
    );
  const hollowFirst = [...margins].sort((left, right) => Number(isUndermined(right)) - Number(isUndermined(left)));
  return (
    <Section
      title={`Redundancy (${margins.length.toLocaleString('en')})`}
      intro="How many targets of each group may fail before it has an effect."
    >
      <ul className={`bare-list ${classes.cards}`}>
        <FirstOf rows={hollowFirst} first={FIRST_GAUGES}>
          {(margin) => (
            <li key={`${margin.source.id} ${margin.redundancyGroup}`} className={classes.card}>
              <GroupGauge margin={margin} />
            </li>
          )}
        </FirstOf>
      </ul>
    </Section>
  );
}

export function SinglePoints({ answer: { singlePoints, currency } }: { answer: WeakPoints }) {
  const { tenantId } = useTenant();
  return (
    <Section title={`Alone (${singlePoints.length.toLocaleString('en')})`}>
      {singlePoints.length === 0 && (
        <Text size="sm" c="dimmed">
          No component takes it down alone.
        </Text>
      )}
      <ul className="bare-list">
        <FirstOf rows={singlePoints} first={FIRST_ROWS}>
          {({ id, name, kind, isOwn, perHour }) => (
            <li key={id} className={classes.row}>
              <span className={classes.name}>
                <Anchor component={PageLink} href={blastRadiusHref(tenantId, 'component', id)} inherit c="inherit">
                  {name}
                </Anchor>{' '}
                <span className={classes.detail}>{COMPONENT_KIND_LABELS[kind]}</span>
              </span>
              {isOwn && <OwnBadge />}
              <PerHour perHour={perHour} currency={currency} />
            </li>
          )}
        </FirstOf>
      </ul>
    </Section>
  );
}

export function JointPoints({ answer: { cutSets, currency, completeness }, order }: { answer: WeakPoints; order: CutSetOrder }) {
  const { tenantId } = useTenant();
  return (
    <Section
      title={`Only together (${cutSets.length.toLocaleString('en')}${completeness.isComplete ? '' : ' or more'})`}
      intro={
        cutSets.length === 0
          ? undefined
          : order === 2
            ? 'Neither of a pair is enough without the other.'
            : 'No member of a set is enough without the others.'
      }
    >
      {cutSets.length === 0 && completeness.isComplete && (
        <Text size="sm" c="dimmed">
          No {order === 2 ? 'two' : 'two or three'} components take it down only together.
        </Text>
      )}
      <ul className="bare-list">
        <FirstOf rows={cutSets} first={FIRST_ROWS}>
          {({ members, perHour }) => (
            <li key={members.map(({ id }) => id).join(' ')} className={classes.row}>
              <span className={classes.name}>
                {members.map(({ id, name }, index) => (
                  <span key={id}>
                    {index > 0 && <span className={classes.detail}> with </span>}
                    {name}
                  </span>
                ))}
              </span>
              <PerHour perHour={perHour} currency={currency} />
              <Anchor
                component={PageLink}
                size="sm"
                href={scenarioHref(
                  tenantId,
                  members.map(({ id }) => ({ kind: 'component', id, state: 'Outage', isOff: false })),
                )}
                aria-label={`See what follows if ${members.map(({ name }) => name).join(' and ')} fail`}
              >
                See what follows
              </Anchor>
            </li>
          )}
        </FirstOf>
      </ul>
      {!completeness.isComplete && (
        <Text size="xs" c="dimmed">
          {completeness.omitted === null
            ? 'There are too many to search them all, so the list is incomplete.'
            : `${countOf(completeness.omitted, 'more set')} are not listed.`}
        </Text>
      )}
    </Section>
  );
}

function OwnBadge() {
  return (
    <Badge variant="outline" color="gray" tt="none" size="sm">
      Its own
    </Badge>
  );
}

function PerHour({ perHour, currency }: { perHour: number | null; currency: string | null }) {
  const label = perHourLabel(perHour, currency);
  return label === null ? null : <span className={classes.amount}>{label}</span>;
}
