/** What the tables become: counts, the first things, and what is left out. */
'use client';

import { Alert, Loader, Text, Title } from '@mantine/core';
import { countOf, nounFor } from '@/plain/counts';
import type { Outcome } from './tableDraft';
import classes from './TableChooser.module.css';

/** As many lines of the report as somebody reads while choosing. */
const MOST_NOTES = 30;

const NOUNS: Readonly<Record<string, [string, string]>> = {
  dependency: ['dependency', 'dependencies'],
  capability: ['capability', 'capabilities'],
  process: ['process', 'processes'],
  technology: ['technology', 'technologies'],
  'hosting-area': ['hosting area', 'hosting areas'],
  'hosting-zone': ['hosting zone', 'hosting zones'],
};

function countWords(counts: Outcome['counts']): string {
  return [...counts].map(([kind, count]) => countOf(count, ...(NOUNS[kind] ?? [kind, `${kind}s`]))).join(', ');
}

interface Props {
  /** Null while it is worked out for the first time. */
  outcome: Outcome | { refusal: string } | null;
  isWorking: boolean;
}

export function OutcomePanel({ outcome, isWorking }: Props) {
  return (
    <section className={classes.outcome} aria-label="What comes out" tabIndex={0}>
      <Title order={3} size="h4">
        What comes out {isWorking && <Loader size={14} aria-label="Working it out" />}
      </Title>
      <div role="status">
        {outcome !== null && ('refusal' in outcome ? null : <Text size="sm">{countWords(outcome.counts)}</Text>)}
        {outcome !== null && 'refusal' in outcome && (
          <Alert color="yellow" variant="light" mt="xs" title="Nothing yet">
            {outcome.refusal}
          </Alert>
        )}
      </div>
      {outcome !== null && !('refusal' in outcome) && <Details outcome={outcome} />}
    </section>
  );
}

function Details({ outcome: { components, dependencies, notes } }: { outcome: Outcome }) {
  const left = notes.filter(({ type }) => type === 'notMapped');
  const decided = notes.filter(({ type }) => type === 'decided');
  return (
    <>
      <Listed title="First components" items={components} />
      <Listed title="First dependencies" items={dependencies} />
      <Listed title={left.length === 0 ? 'Nothing is left out' : 'Left out'} items={left.map(({ text }) => text)} />
      <Listed title="Decided" items={decided.map(({ text }) => text)} />
    </>
  );
}

function Listed({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0 && title !== 'Nothing is left out') return null;
  const more = items.length - MOST_NOTES;
  return (
    <>
      <Title order={4} size="h5" mt="sm">
        {title}
      </Title>
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.slice(0, MOST_NOTES).map((item, at) => (
            <li key={at}>{item}</li>
          ))}
          {more > 0 && (
            <li>
              and {more} more {nounFor(more, 'line')}
            </li>
          )}
        </ul>
      )}
    </>
  );
}
