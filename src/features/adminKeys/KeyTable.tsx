/** The keys as a table. */
'use client';

import { Badge, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiKey } from '@/contract/apiKeys';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { useNow } from '@/ui/useNow';
import { isEndingSoon, statusOf, type KeyStatus } from './keyStatus';

interface Props {
  keys: readonly ApiKey[];
  empty: string;
  onRevoke(key: ApiKey): void;
}

const A_MINUTE_MS = 60_000;
const NEWEST_FIRST = { key: 'created', order: 'descending' } as const;
const COLOURS: Readonly<Record<KeyStatus, string>> = { Active: 'green', Expired: 'gray', Revoked: 'gray' };

export function KeyTable({ keys, empty, onRevoke }: Props) {
  const now = new Date(useNow(A_MINUTE_MS) ?? 0);
  const columns: Column<ApiKey>[] = [
    { key: 'name', title: 'Name', sortBy: ({ name }) => name, render: (key) => <KeyName apiKey={key} /> },
    { key: 'status', title: 'Status', sortBy: (key) => statusOf(key, now), render: (key) => <StatusBadge status={statusOf(key, now)} /> },
    { key: 'scopes', title: 'Scopes', sortBy: ({ scopes }) => scopes.join(' '), render: (key) => <Scopes apiKey={key} /> },
    {
      key: 'used',
      title: 'Last used',
      sortBy: ({ lastUsedAt }) => lastUsedAt ?? '',
      render: ({ lastUsedAt }) => momentOr(lastUsedAt, 'Never'),
    },
    {
      key: 'expires',
      title: 'Expires',
      sortBy: ({ expiresAt }) => expiresAt ?? '9999',
      render: (key) => <Expiry apiKey={key} now={now} />,
    },
    { key: 'created', title: 'Created', sortBy: ({ createdAt }) => createdAt, render: (key) => <Created apiKey={key} /> },
    {
      key: 'revoke',
      title: 'Actions',
      render: (key) =>
        key.revokedAt === null && (
          <Button variant="subtle" color="red" size="compact-xs" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        ),
    },
  ];
  return <DataTable label="API keys" columns={columns} rows={keys} keyOf={({ id }) => id} initialSorting={NEWEST_FIRST} empty={empty} />;
}

function momentOr(at: string | null, otherwise: string): ReactNode {
  return at === null ? (
    <Text size="sm" c="dimmed" span>
      {otherwise}
    </Text>
  ) : (
    <Nowrap>
      <Timestamp at={at} />
    </Nowrap>
  );
}

function Nowrap({ children }: { children: ReactNode }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;
}

function KeyName({ apiKey: { name, hint } }: { apiKey: ApiKey }) {
  return (
    <>
      <Text size="sm" fw={500} miw={140}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {hint}
      </Text>
    </>
  );
}

function StatusBadge({ status }: { status: KeyStatus }) {
  return (
    <Badge
      variant={status === 'Active' ? 'light' : 'default'}
      color={COLOURS[status]}
      size="sm"
      tt="none"
      miw="max-content"
      c={status === 'Active' ? 'var(--state-Healthy)' : 'dimmed'}
    >
      {status}
    </Badge>
  );
}

function Scopes({ apiKey: { scopes, canSeeRevenue } }: { apiKey: ApiKey }) {
  return (
    <Group gap={4} wrap="nowrap">
      {[...scopes, ...(canSeeRevenue ? ['revenue'] : [])].map((right) => (
        <Badge key={right} variant="default" size="sm" tt="none" miw="max-content">
          {right}
        </Badge>
      ))}
    </Group>
  );
}

function Expiry({ apiKey, now }: { apiKey: ApiKey; now: Date }) {
  return (
    <>
      {momentOr(apiKey.expiresAt, 'Never')}
      {isEndingSoon(apiKey, now) && (
        <Text size="xs" c="var(--state-Warning)">
          Soon
        </Text>
      )}
    </>
  );
}

function Created({ apiKey: { createdAt, createdBy } }: { apiKey: ApiKey }) {
  return (
    <>
      {momentOr(createdAt, '')}
      <Text size="xs" c="dimmed">
        by {createdBy}
      </Text>
    </>
  );
}
