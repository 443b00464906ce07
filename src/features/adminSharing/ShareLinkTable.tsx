/** The links as a table, the newest first. */
'use client';

import { Badge, Button, Text } from '@mantine/core';
import type { ShareLink } from '@/contract/shareLinks';
import type { SharedPage } from '@/contract/values/shareLinks';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';

const PAGE_WORDS: Readonly<Record<SharedPage, string>> = {
  landscape: 'Landscape',
  'blast-radius': 'Blast radius',
  scenarios: 'Scenario',
  'weak-points': 'Weak points',
  'weak-points-overview': 'Weak points',
  incidents: 'Incident',
};

const NEWEST_FIRST = { key: 'made', order: 'descending' } as const;

function kindWords({ page }: ShareLink): string {
  return page === null ? 'Badge' : PAGE_WORDS[page];
}

export function ShareLinkTable({ links, onRevoke }: { links: readonly ShareLink[]; onRevoke(link: ShareLink): void }) {
  const columns: Column<ShareLink>[] = [
    {
      key: 'title',
      title: 'Shows',
      sortBy: ({ title }) => title,
      render: ({ title, hasRevenue }) => (
        <>
          {title}{' '}
          {hasRevenue && (
            <Badge variant="default" size="sm" tt="none" miw="max-content">
              with money
            </Badge>
          )}
        </>
      ),
    },
    { key: 'kind', title: 'Kind', sortBy: kindWords, render: kindWords },
    {
      key: 'maker',
      title: 'Made by',
      sortBy: ({ madeBy }) => madeBy.name,
      render: ({ madeBy: { name, isYou } }) => (isYou ? `${name} (you)` : name),
    },
    { key: 'made', title: 'Made', sortBy: ({ madeAt }) => madeAt, render: ({ madeAt }) => <Timestamp at={madeAt} /> },
    {
      key: 'ends',
      title: 'Ends',
      sortBy: ({ expiresAt }) => expiresAt ?? '9999',
      render: ({ expiresAt }) =>
        expiresAt === null ? (
          <Text size="sm" c="dimmed" span>
            When revoked
          </Text>
        ) : (
          <Timestamp at={expiresAt} />
        ),
    },
    {
      key: 'revoke',
      title: 'Actions',
      render: (link) =>
        link.mayRevoke && (
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            aria-label={`Revoke ${kindWords(link).toLowerCase()} ${link.title}`}
            onClick={() => onRevoke(link)}
          >
            Revoke
          </Button>
        ),
    },
  ];
  const empty =
    'Nothing is shared. Choose “Share” on the landscape, a blast radius, a scenario, weak points or an incident, or “Badge” on an application.';
  return (
    <DataTable label="Share links" columns={columns} rows={links} keyOf={({ id }) => id} initialSorting={NEWEST_FIRST} empty={empty} />
  );
}
