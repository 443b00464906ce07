/** Asks before deleting, and says what would be deleted too or lose a link. */
'use client';

import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { failureOf, isOutcomeUnknown, type Failure } from '@/client/failure';
import { countOf } from '@/plain/counts';
import type { InventoryKind } from '@/contract/bulk';
import { Dialog } from '@/ui/Dialog';
import { factsOf } from './kindFacts';
import { useBulk } from './useBulk';

interface Props {
  kind: InventoryKind;
  ids: readonly string[];
  /** Used if only one is deleted. */
  name: string;
  onClose(): void;
  onDeleted(): void;
}

interface Need {
  kind: InventoryKind;
  id: string;
  technicalName: string;
}

/** Kinds deleted together with their container; everything else that points to it only loses the link. */
const CONTAINED: Readonly<Partial<Record<InventoryKind, readonly InventoryKind[]>>> = {
  application: ['component', 'dependency'],
  component: ['dependency'],
  capability: ['capability'],
  'hosting-area': ['hosting-zone'],
};

const MOST_LISTED = 8;

export function DeleteDialog({ kind, ids, name, onClose, onDeleted }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { progress, remove } = useBulk(kind);
  const { singular, plural } = factsOf(kind);
  const what = ids.length === 1 ? name : countOf(ids.length, singular, plural);
  const needs = failure?.code === 'in_use' ? (failure.facts.neededBy as readonly Need[]) : [];
  const contained = needs.filter((need) => CONTAINED[kind]?.includes(need.kind) === true);
  const unlinked = needs.filter((need) => !contained.includes(need));
  const isAskedAgain = failure?.code === 'in_use';

  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await remove(ids, isAskedAgain, (count) => `Deleted ${ids.length === 1 ? name : countOf(count, singular, plural)}.`);
      onDeleted();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };

  return (
    <Dialog onClose={onClose} title={`Delete ${what}?`}>
      <Stack gap="md">
        {!isAskedAgain && <Text size="sm">You can undo this afterwards.</Text>}
        {isAskedAgain && (
          <>
            <Text size="sm">
              {ids.length === 1 ? 'It is' : 'They are'} in use. Everything below is changed in the same step, which you can undo.
            </Text>
            <Needs title={`Deleted too (${contained.length.toLocaleString('en')})`} needs={contained} />
            <Needs title={`Loses its link (${unlinked.length.toLocaleString('en')})`} needs={unlinked} />
            {Number(failure.facts.neededByTotal) > needs.length && (
              <Text size="sm">
                The first {needs.length} of {Number(failure.facts.neededByTotal).toLocaleString('en')} are listed.
              </Text>
            )}
          </>
        )}
        {failure !== null && !isAskedAgain && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            title={isOutcomeUnknown(failure.code) ? 'No clear answer from the server' : 'This was not deleted'}
          >
            <Text size="sm">{failure.message}</Text>
            {isOutcomeUnknown(failure.code) && <Text size="sm">It may have been deleted anyway: the table shows what is there.</Text>}
            {failure.requestId !== null && (
              <Text size="xs" mt={4}>
                Request <Code>{failure.requestId}</Code>
              </Text>
            )}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="sm" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" size="sm" loading={isBusy} onClick={() => void go()}>
            {isAskedAgain ? 'Delete all of this' : 'Delete'}
          </Button>
        </Group>
        {progress !== null && ids.length > 1 && (
          <Text size="xs" c="dimmed" role="status">
            {progress.done.toLocaleString('en')} of {progress.of.toLocaleString('en')}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

function Needs({ title, needs }: { title: string; needs: readonly Need[] }) {
  if (needs.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <List size="sm" mt={4}>
        {needs.slice(0, MOST_LISTED).map(({ id, kind, technicalName }) => (
          <List.Item key={`${kind} ${id}`}>
            {technicalName}{' '}
            <Text span size="xs" c="dimmed">
              {factsOf(kind).singular}
            </Text>
          </List.Item>
        ))}
        {needs.length > MOST_LISTED && <List.Item>and {(needs.length - MOST_LISTED).toLocaleString('en')} more</List.Item>}
      </List>
    </div>
  );
}
