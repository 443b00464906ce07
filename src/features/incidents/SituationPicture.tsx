/** The situation of an incident as columns from cause to cost: as it is now, or as it was when an incident that is over last grew. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { LiveColumnsFrame } from '@/client/impactColumns/LiveColumnsFrame';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { Incident } from '@/contract/incidents';
import { shownMoment } from '@/domain/health/shownMoment';
import { Timestamp } from '@/ui/Timestamp';
import { landscapeThen } from './landscapeThen';
import { situationBands } from './situationBands';
import { useSituationColumns } from './useSituationColumns';

export function SituationPicture({ incident }: { incident: Incident }) {
  const { tenantId } = useTenant();
  const at = shownMoment(incident);
  const [group, setGroup] = useState<string | null>(null);
  const answer = useSituationColumns(incident.id, at, group);
  const { data } = answer;
  const drawn = useMemo(
    () =>
      data === undefined || data.columns === null
        ? null
        : { columns: data.columns, bandsIn: situationBands(data.columns, data.reporting, at !== null) },
    [data, at],
  );
  return (
    <section aria-label="Picture of the situation">
      <Group gap="sm" mb={6}>
        <Title order={2}>From cause to cost</Title>
        <Text size="xs" c="dimmed">
          Of this situation alone
        </Text>
        {at !== null && (
          <Text size="xs" c="dimmed">
            As of <Timestamp at={at} hasSeconds />,{' '}
            <Anchor component={PageLink} href={landscapeThen(tenantId, at)} size="xs" underline="always">
              show the landscape at that moment
            </Anchor>
          </Text>
        )}
      </Group>
      <LiveColumnsFrame
        drawn={drawn}
        instead={insteadOf(answer, at)}
        label="Columns of the situation"
        height="short"
        at={at}
        onGroup={setGroup}
      />
    </section>
  );
}

/** What is said where there are no columns; null while they are loading. */
function insteadOf({ data, isError, error, refetch }: ReturnType<typeof useSituationColumns>, at: string | null): ReactNode {
  if (data === undefined)
    return isError ? <FailureNote title="The picture could not be loaded" error={error} onRetry={() => void refetch()} isInset /> : null;
  if (data.columns === null) return <Note>The health history of that time is no longer kept.</Note>;
  if (data.columns.causes.length > 0) return null;
  return <Note>{at === null ? 'Nothing is affected by it now.' : 'Nothing was affected by it at that moment.'}</Note>;
}

function Note({ children }: { children: string }) {
  return (
    <Text size="sm" p="md" role="status">
      {children}
    </Text>
  );
}
