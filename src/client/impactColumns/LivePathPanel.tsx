/** A selected row in live or past columns: how the failure reaches it, as sentences. */
'use client';

import { ActionIcon, Anchor, Box, Group, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { failureOf } from '@/client/failure';
import { FailureNote } from '@/client/FailureNote';
import { pathLines } from '@/client/labels/pathWords';
import { PageLink } from '@/client/PageLink';
import { ScenarioButton } from '@/client/ScenarioButton';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import type { LiveColumns } from '@/contract/impactColumns';
import type { HealthState } from '@/domain/vocabulary';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { ItemPanel } from './ItemPanel';
import classes from './PathPanel.module.css';
import type { ChosenRow } from './useLivePath';

interface Props {
  columns: LiveColumns;
  chosenId: string | null;
  chosen: ChosenRow;
  onSelect(id: string | null): void;
}

function causeState({ causes }: LiveColumns, id: string): HealthState {
  return causes.find((cause) => cause.id === id)?.state ?? 'Outage';
}

export function LivePathPanel({ columns, chosenId, chosen: { row, path }, onSelect }: Props) {
  const { tenantId } = useTenant();
  const close = (): void => onSelect(null);
  if (chosenId === null) return null;
  if (row === null) return <ItemPanel columns={columns} itemId={chosenId} onClose={close} />;
  return (
    <Box component="section" className={classes.panel} aria-label={`Path to ${row.name}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box miw={0}>
          <Title order={2}>How it reaches {row.name}</Title>
          <StateMark state={row.state} />
        </Box>
        <ActionIcon onClick={close} aria-label="Close the path">
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {path.isPending && <LoadingFacts label="Loading the path" rows={3} />}
      {path.isError && failureOf(path.error).code === 'not_found' && <Text size="sm">No cause affects it any more.</Text>}
      {path.isError && failureOf(path.error).code !== 'not_found' && (
        <FailureNote title="The path could not be loaded" error={path.error} onRetry={() => void path.refetch()} />
      )}
      {path.data !== undefined && (
        <>
          <Text size="sm" mt={6}>
            The cause is {path.data.cause.name}.
          </Text>
          <ol className={classes.steps}>
            {pathLines(path.data.steps, 'downstream', causeState(columns, path.data.cause.id)).map((line) => (
              <li key={line.id}>
                <button
                  type="button"
                  className={classes.step}
                  onClick={() => onSelect(line.componentId)}
                  aria-current={line.componentId === chosenId ? 'step' : undefined}
                >
                  {line.text}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      <ScenarioButton size="xs" entities={[{ kind: 'component', id: row.id }]} />
      <Text size="xs" mt="xs">
        <Anchor component={PageLink} size="xs" className={classes.link} href={blastRadiusHref(tenantId, 'component', row.id)}>
          Show the blast radius of {row.name}
        </Anchor>
      </Text>
    </Box>
  );
}
