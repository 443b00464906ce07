/** The entries of the register; what is missing is said where it is missing. */
'use client';

import { Anchor, Badge, Button, Center, Group, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import Link from 'next/link';
import { memo } from 'react';
import { TYPE_WORDS } from '@/client/look/words';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import type { SecurityRegister } from '@/contract/securityRegister';
import { isRoleAtLeast } from '@/domain/access';
import { SECURITY_FIELDS } from '@/domain/register/registerEntry';
import classes from './Register.module.css';

type Entry = SecurityRegister['items'][number];

interface Props {
  items: readonly Entry[];
  total: number;
  /** What was then may be gone now, so that nothing is linked. */
  isPast: boolean;
  isBusy: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore(): void;
}

export function RegisterTable({ items, total, isPast, isBusy, hasMore, isLoadingMore, onMore }: Props) {
  const { tenantId, role } = useTenant();
  const canEdit = !isPast && isRoleAtLeast(role, 'Editor');
  return (
    <div className={classes.frame} role="region" aria-label="Register" tabIndex={0} aria-busy={isBusy}>
      <Table verticalSpacing={6} horizontalSpacing="sm" highlightOnHover aria-label="Register">
        <Table.Thead>
          <Table.Tr>
            {['This', 'Type', 'Depends on', 'Protocol', 'Transport encryption', 'Authentication', 'Notes'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
            {canEdit && <Table.Th className={classes.screenOnly}>Inventory</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((entry) => (
            <Row key={entry.dependencyId} entry={entry} inventory={canEdit ? pageHref(tenantId, 'inventory/dependencies') : null} />
          ))}
        </Table.Tbody>
      </Table>
      {items.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" py="xl">
          No dependency passes these filters.
        </Text>
      )}
      {hasMore && (
        <Center py="sm" className={classes.screenOnly}>
          <Button variant="default" loading={isLoadingMore} onClick={onMore}>
            Show more of {total.toLocaleString('en')}
          </Button>
        </Center>
      )}
    </div>
  );
}

/** Drawn again only when the entry is another, since there may be thousands. `inventory` is null where nothing may be mended. */
const Row = memo(function Row({ entry, inventory }: { entry: Entry; inventory: string | null }) {
  return (
    <Table.Tr>
      <Table.Td>
        <End end={entry.source} />
      </Table.Td>
      <Table.Td>{TYPE_WORDS[entry.dependencyType]}</Table.Td>
      <Table.Td>
        <End end={entry.target} />
      </Table.Td>
      {SECURITY_FIELDS.map((field) => (
        <Table.Td key={field}>{entry.missing.includes(field) ? <Missing /> : entry[field]}</Table.Td>
      ))}
      <Table.Td>
        <Marks entry={entry} />
      </Table.Td>
      {inventory !== null && (
        <Table.Td className={classes.screenOnly}>
          <Anchor component={Link} prefetch={false} size="sm" href={`${inventory}?open=${entry.dependencyId}`} aria-label={`Open the dependency of ${entry.source.name} on ${entry.target.name} in the inventory`}>
            Open
          </Anchor>
        </Table.Td>
      )}
    </Table.Tr>
  );
});

function End({ end: { name, technicalName, application } }: { end: Entry['source'] }) {
  return (
    <>
      <span title={technicalName}>{name}</span>
      <Text size="xs" c="dimmed">
        {application.name}
      </Text>
    </>
  );
}

function Missing() {
  return (
    <span className={classes.missing}>
      <IconAlertTriangle size={13} aria-hidden="true" />
      missing
    </span>
  );
}

function Marks({ entry: { isExternal, personalData } }: { entry: Entry }) {
  return (
    <Group gap={4}>
      {isExternal && (
        <Badge size="sm" variant="default" tt="none" title="At least one end is outside your own estate">
          external
        </Badge>
      )}
      {personalData && (
        <Badge size="sm" variant="default" tt="none" title="At least one end uses a dataset with personal data">
          personal data
        </Badge>
      )}
    </Group>
  );
}
