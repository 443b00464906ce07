/** The entries of the register; missing fields are marked. */
'use client';

import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { TYPE_LABELS } from '@/client/labels/labels';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { ShowMore, type EndlessList } from '@/client/ShowMore';
import type { SecurityRegister } from '@/contract/securityRegister';
import { isRoleAtLeast } from '@/domain/access';
import { SECURITY_FIELDS } from '@/domain/register/registerEntry';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import classes from './Register.module.css';

type Entry = SecurityRegister['items'][number];

const FIELD_TITLES = { protocol: 'Protocol', transportEncryption: 'Transport encryption', endpointAuthMethod: 'Authentication' } as const;

interface Props {
  items: readonly Entry[];
  total: number;
  /** The past register may list what is gone by now, so it has no links. */
  isPast: boolean;
  isBusy: boolean;
  list: EndlessList;
}

export function RegisterTable({ items, total, isPast, isBusy, list }: Props) {
  const { tenantId, role } = useTenant();
  const canEdit = !isPast && isRoleAtLeast(role, 'Editor');
  const columns = useMemo(
    () => (canEdit ? [...COLUMNS, inventoryColumn(pageHref(tenantId, 'inventory/dependencies'))] : COLUMNS),
    [canEdit, tenantId],
  );
  return (
    <div className={classes.frame} aria-busy={isBusy}>
      <Entries columns={columns} items={items} total={total} />
      <ShowMore list={list} label={`Show more of ${total.toLocaleString('en')}`} />
    </div>
  );
}

const keyOf = ({ dependencyId }: Entry): string => dependencyId;

/** Does not render again while a search is being typed. */
const Entries = memo(function Entries({ columns, items, total }: Pick<Props, 'items' | 'total'> & { columns: readonly Column<Entry>[] }) {
  return (
    <DataTable
      label="Register"
      columns={columns}
      rows={items}
      keyOf={keyOf}
      empty="No dependency matches these filters."
      all={{ count: total }}
    />
  );
});

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'source', title: 'Component', render: ({ source }) => <End end={source} /> },
  { key: 'type', title: 'Type', render: ({ dependencyType }) => TYPE_LABELS[dependencyType] },
  { key: 'target', title: 'Depends on', render: ({ target }) => <End end={target} /> },
  ...SECURITY_FIELDS.map((field): Column<Entry> => ({
    key: field,
    title: FIELD_TITLES[field],
    render: (entry) => {
      if (entry.missing.includes(field)) return <Missing />;
      return entry.unknownWords.includes(field) ? <Unknown text={entry[field] ?? ''} /> : entry[field];
    },
  })),
  { key: 'data', title: 'Data', render: ({ dataClass }) => dataClass ?? <NotRecorded /> },
  { key: 'notes', title: 'Notes', render: (entry) => <Marks entry={entry} /> },
];

/** Links to where missing fields can be filled in. */
function inventoryColumn(dependencies: string): Column<Entry> {
  const render = ({ dependencyId, source, target }: Entry) => (
    <Anchor
      component={PageLink}
      size="sm"
      href={`${dependencies}?open=${dependencyId}`}
      aria-label={`Open the dependency of ${source.name} on ${target.name} in the inventory`}
    >
      Open
    </Anchor>
  );
  return { key: 'inventory', title: 'Inventory', isScreenOnly: true, render };
}

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
    <span className={classes.lacking}>
      <IconAlertTriangle size={13} aria-hidden="true" />
      missing
    </span>
  );
}

/** It counts as registered, but proves nothing until somebody has looked at it. */
function Unknown({ text }: { text: string }) {
  return (
    <>
      {text}{' '}
      <span
        className={classes.lacking}
        title="No word here is a known protocol, encryption or authentication. Say which one it is, or “none”."
      >
        <IconAlertTriangle size={13} aria-hidden="true" />
        unknown word
      </span>
    </>
  );
}

function NotRecorded() {
  return (
    <Text size="xs" c="dimmed" span>
      Not recorded
    </Text>
  );
}

function Marks({ entry: { isExternal, personalData, isUnprotected } }: { entry: Entry }) {
  return (
    <Group gap={4}>
      {isUnprotected && (
        <Badge
          size="sm"
          variant="light"
          color="red"
          tt="none"
          miw="max-content"
          title="Its encryption or authentication is none, no, n/a, - or plaintext"
        >
          unprotected
        </Badge>
      )}
      {isExternal && (
        <Badge size="sm" variant="default" tt="none" miw="max-content" title="At least one end is outside your own organisation">
          external
        </Badge>
      )}
      {personalData && (
        <Badge size="sm" variant="default" tt="none" miw="max-content" title="At least one end uses a dataset with personal data">
          personal data
        </Badge>
      )}
    </Group>
  );
}
