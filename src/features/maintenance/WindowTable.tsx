/** The windows, latest start first, with the actions for each. */
'use client';

import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { inventoryHref } from '@/client/inventoryHref';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { Maintenance } from '@/contract/maintenance';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { Affected } from './Affected';

export type Asked = { kind: 'new' } | { kind: 'edit' | 'end' | 'delete'; window: Maintenance };

interface Props {
  windows: readonly Maintenance[];
  mayPlan: boolean;
  empty: string;
  onAsk(asked: Asked): void;
}

export function WindowTable({ windows, mayPlan, empty, onAsk }: Props) {
  const { tenantId } = useTenant();
  const columns: Column<Maintenance>[] = [
    { key: 'status', title: 'Status', render: ({ status }) => <StatusMark status={status} /> },
    {
      key: 'entity',
      title: 'For',
      render: ({ kind, entityId, name }) => (
        <>
          <Anchor component={PageLink} href={inventoryHref(tenantId, kind, entityId)} size="sm" fw={500}>
            {name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {kind === 'application' ? 'Application and its components' : 'Component'}
          </Text>
        </>
      ),
    },
    {
      key: 'affected',
      title: 'If it is down',
      render: ({ kind, entityId, name, status }) => status !== 'Ended' && <Affected kind={kind} id={entityId} name={name} />,
    },
    {
      key: 'reason',
      title: 'Reason',
      render: ({ reason }) => (
        <Text size="sm" lineClamp={2} title={reason} miw={140}>
          {reason}
        </Text>
      ),
    },
    { key: 'starts', title: 'Starts', render: ({ startsAt }) => <Nowrap at={startsAt} /> },
    { key: 'ends', title: 'Ends', render: ({ endsAt }) => <Nowrap at={endsAt} /> },
    { key: 'by', title: 'Planned by', render: ({ createdBy }) => createdBy },
    ...(mayPlan ? [{ key: 'actions', title: 'Actions', render: (window: Maintenance) => <Actions window={window} onAsk={onAsk} /> }] : []),
  ];
  return <DataTable label="Maintenance windows" columns={columns} rows={windows} keyOf={({ id }) => id} empty={empty} />;
}

function Nowrap({ at }: { at: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <Timestamp at={at} />
    </span>
  );
}

function StatusMark({ status }: { status: Maintenance['status'] }) {
  if (status === 'Active') return <MaintenanceMark word="Active" />;
  return (
    <Badge variant="default" size="sm" tt="none" {...(status === 'Ended' ? { c: 'dimmed' } : {})}>
      {status}
    </Badge>
  );
}

function Actions({ window, onAsk }: { window: Maintenance; onAsk(asked: Asked): void }) {
  const { status, name } = window;
  if (status === 'Ended') return null;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`Change the window of ${name}`}
        onClick={() => onAsk({ kind: 'edit', window })}
      >
        Change
      </Button>
      {status === 'Active' ? (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`End now: the window of ${name}`}
          onClick={() => onAsk({ kind: 'end', window })}
        >
          End now
        </Button>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Delete the window of ${name}`}
          onClick={() => onAsk({ kind: 'delete', window })}
        >
          Delete
        </Button>
      )}
    </Group>
  );
}
