/** Where the sources disagree, the worst first, and what was treated as the same; to filter, copy and keep. */
'use client';

import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconSearch } from '@tabler/icons-react';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { countOf } from '@/plain/counts';
import { comparisonText, DISAGREEMENT_TITLES, WHAT_AGREES } from '@/sources/compare/comparisonText';
import type { SourceComparison } from '@/sources/compare/compareSources';
import { VALUE_LABELS } from '@/client/labels/labels';
import { DISAGREEMENTS, type Difference } from '@/sources/compare/difference';
import { ControlsRow } from '@/ui/ControlsRow';
import { DataTable } from '@/ui/DataTable';
import { ExportMenu } from '@/ui/ExportMenu';
import { FilterMenu } from '@/ui/FilterMenu';
import { saveFile } from '@/ui/saveFile';
import type { Column } from '@/ui/tableColumns';
import { JoinedNames } from './JoinedNames';

const FILTERS = {
  what: parseAsArrayOf(parseAsStringLiteral(DISAGREEMENTS)).withDefault([]),
  find: parseAsString.withDefault(''),
};

interface Props {
  comparison: SourceComparison;
  /** By technicalName of a component, what people call it. */
  names: ReadonlyMap<string, string>;
}

export function ComparisonResult({ comparison, names }: Props) {
  const [{ what, find }, setFilters] = useQueryStates(FILTERS);
  const { differences, ambiguous } = comparison;
  const shown = differences.filter((one) => (what.length === 0 || what.includes(one.what)) && contains(one, names, find));
  const kinds = DISAGREEMENTS.filter((kind) => differences.some((one) => one.what === kind));
  return (
    <Stack gap="sm" component="section" aria-label="Where they disagree">
      <Group justify="space-between">
        <Title order={2}>
          {differences.length === 0 ? 'No differences' : `${countOf(differences.length, 'difference')}, the worst first`}
        </Title>
        <Keep comparison={comparison} />
      </Group>
      <Said comparison={comparison} />
      {ambiguous.length > 0 && <Ambiguous ambiguous={ambiguous} />}
      {differences.length > 0 && (
        <>
          <ControlsRow
            role="search"
            label="Filter differences"
            restLabel="Filters"
            isNarrowed={what.length > 0}
            lead={
              <TextInput
                size="xs"
                aria-label="Search differences"
                placeholder="Search"
                leftSection={<IconSearch size={14} aria-hidden="true" />}
                value={find}
                onChange={(event) => void setFilters({ find: event.currentTarget.value || null })}
              />
            }
            rest={
              <FilterMenu
                label="About"
                values={kinds}
                chosen={what}
                wordsOf={(kind) => DISAGREEMENT_TITLES[kind]}
                onChange={(chosen) => void setFilters({ what: chosen.length === 0 ? null : chosen })}
              />
            }
          />
          <DataTable
            label="Differences"
            columns={columnsOf(comparison, names)}
            rows={shown}
            keyOf={({ what: kind, subject }) => `${kind} ${subject}`}
            empty="No difference matches these filters."
          />
        </>
      )}
      <JoinedNames joined={comparison.joined} names={names} />
    </Stack>
  );
}

/** A component, or two with an arrow between them, by their display names. */
function subjectOf({ subject }: Difference, names: ReadonlyMap<string, string>): string {
  return subject
    .split(' → ')
    .map((name) => names.get(name) ?? name)
    .join(' → ');
}

function contains(difference: Difference, names: ReadonlyMap<string, string>, find: string): boolean {
  const { subject, says } = difference;
  const wanted = find.trim().toLowerCase();
  return (
    wanted === '' ||
    [subject, subjectOf(difference, names), ...says.map(({ value }) => value ?? '')].some((text) => text.toLowerCase().includes(wanted))
  );
}

/** A column for each source, so that what they say stands side by side. */
function columnsOf({ sources }: SourceComparison, names: ReadonlyMap<string, string>): Column<Difference>[] {
  return [
    { key: 'what', title: 'About', render: ({ what }) => DISAGREEMENT_TITLES[what], sortBy: ({ what }) => DISAGREEMENTS.indexOf(what) },
    { key: 'subject', title: 'Which', render: (one) => subjectOf(one, names), sortBy: (one) => subjectOf(one, names) },
    ...sources.map(({ source }) => ({
      key: `source ${source}`,
      title: source,
      render: ({ what, says }: Difference) => <Value what={what} value={says.find((one) => one.source === source)?.value} />,
    })),
  ];
}

/** Undefined: the source leaves it open, and so does not disagree. */
function Value({ what, value }: { what: Difference['what']; value: string | null | undefined }) {
  if (value != null) return VALUE_LABELS[what]?.[value] ?? value;
  return (
    <Text span size="sm" c="dimmed">
      {value === null ? 'Does not have it' : 'Left open'}
    </Text>
  );
}

function Said({ comparison: { shared, silent, differences, ambiguous } }: { comparison: SourceComparison }) {
  return (
    <>
      {differences.length + ambiguous.length === 0 && (
        <Alert color="teal" variant="light" role="status" title="They agree">
          {WHAT_AGREES}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {shared === 1 ? '1 component is' : `${shared.toLocaleString('en')} components are`} in all of them. What a source leaves out or only
        guesses is not a difference.
        {silent.map((source) => ` ${source} states no dependency, so none is compared with it.`)}
      </Text>
    </>
  );
}

function Ambiguous({ ambiguous }: Pick<SourceComparison, 'ambiguous'>) {
  return (
    <Alert color="yellow" variant="light" title="Names that fit several">
      {ambiguous.map(({ source, name, fits }) => (
        <Text size="sm" key={`${source} ${name}`}>
          {name} of {source} fits {fits.join(' and ')}: nothing more is said about these.
        </Text>
      ))}
    </Alert>
  );
}

/** The same text and JSON as at the command line. */
function Keep({ comparison }: { comparison: SourceComparison }) {
  const { copied, copy, error } = useClipboard({ timeout: 2_000 });
  const json = (): string => `${JSON.stringify(comparison, null, 2)}\n`;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={15} aria-hidden="true" /> : <IconCopy size={15} aria-hidden="true" />}
        onClick={() => copy(comparisonText(comparison))}
      >
        {error !== null ? 'Could not be copied' : copied ? 'Copied' : 'Copy as text'}
      </Button>
      <ExportMenu
        choices={[
          { label: 'Text', onClick: () => saveFile('comparison.txt', new Blob([comparisonText(comparison)], { type: 'text/plain' })) },
          { label: 'JSON', onClick: () => saveFile('comparison.json', new Blob([json()], { type: 'application/json' })) },
        ]}
      />
    </Group>
  );
}
