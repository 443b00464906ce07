/** Fields that this manifest states differently from another manifest, with both values. */
import { Alert, Code, Text } from '@mantine/core';
import { countOf } from '@/plain/counts';
import type { ManifestConflict } from '@/contract/manifest/plan';
import { valueWords } from './changeWords';

const MOST_SHOWN = 20;

export function Conflicts({ conflicts }: { conflicts: readonly ManifestConflict[] }) {
  const title = `${countOf(conflicts.length, 'field is', 'fields are')} stated differently by ${manifestsIn(conflicts)}`;
  return (
    <Alert color="yellow" variant="light" mt="sm" title={title}>
      <Text size="sm">Remove the field from one of the two manifests, or let this one take over below.</Text>
      {conflicts.slice(0, MOST_SHOWN).map(({ manifest, kind, technicalName, field, theirs, ours, withheld }) => (
        <Text key={`${manifest} ${kind} ${technicalName} ${field}`} size="sm">
          {kind} <Code>{technicalName}</Code> {field}:{' '}
          {withheld === true
            ? 'revenue, withheld'
            : `${manifest} states ${valueWords(theirs) ?? 'nothing'}, this one ${valueWords(ours) ?? 'nothing'}`}
        </Text>
      ))}
      {conflicts.length > MOST_SHOWN && <Text size="sm">And {countOf(conflicts.length - MOST_SHOWN, 'more', 'more')}.</Text>}
    </Alert>
  );
}

/** The name of the other manifest, or how many there are. */
export function manifestsIn(conflicts: readonly ManifestConflict[]): string {
  const names = [...new Set(conflicts.map(({ manifest }) => manifest))];
  return names.length === 1 ? (names[0] ?? '') : `${names.length} other manifests`;
}
