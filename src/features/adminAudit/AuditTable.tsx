/** The log as a table: when, who, what, and each field before and after. */
'use client';

import { Anchor, Badge, Button, Table, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import type { ChangeGroup } from '@/contract/changeGroups';
import type { ChangeEntry } from '@/contract/changes';
import { Timestamp } from '@/ui/Timestamp';
import type { ChangeAuditView } from './auditAddress';
import classes from './AuditTable.module.css';
import {
  actorWords,
  changeKindWords,
  countWords,
  fieldValueWords,
  fieldWords,
  groupTitle,
  OPERATION_WORDS,
  valueWords,
} from '@/client/changes/changeWords';
import type { NamesById } from '@/client/changes/linkNames';
import { useLinkNames } from '@/client/changes/useLinkNames';

/** One change; with how many others, if it stands for the whole change set that it is the first of. */
export interface AuditRow {
  entry: ChangeEntry;
  group: ChangeGroup | null;
}

interface Props {
  rows: readonly AuditRow[];
  empty: string;
  onNarrow: ChangeAuditView;
}

export function AuditTable({ rows, empty, onNarrow }: Props) {
  const single = useMemo(() => rows.filter(({ group }) => group === null).map(({ entry }) => entry), [rows]);
  const names = useLinkNames(single);
  return (
    <div className={classes.frame} role="region" aria-label="Audit log" tabIndex={0}>
      <Table verticalSpacing={8} horizontalSpacing="sm" aria-label="Audit log" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={150}>When</Table.Th>
            <Table.Th w={170}>Who</Table.Th>
            <Table.Th w={260}>What</Table.Th>
            <Table.Th>Before and after</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ entry, group }) => (
            <Table.Tr key={entry.id} className={classes.row}>
              <Table.Td className={classes.when}>
                <Timestamp at={entry.at} />
                {entry.landscapeVersion !== null && (
                  <Anchor
                    component="button"
                    type="button"
                    size="xs"
                    display="block"
                    aria-label={`The whole change that made version ${entry.landscapeVersion.toLocaleString('en')}`}
                    onClick={() => onNarrow({ changeSetId: entry.changeSetId, entityId: null })}
                  >
                    Version {entry.landscapeVersion.toLocaleString('en')}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td>
                <Who entry={entry} onNarrow={onNarrow} />
              </Table.Td>
              <Table.Td>{group === null ? <What entry={entry} onNarrow={onNarrow} /> : <GroupTitle group={group} />}</Table.Td>
              <Table.Td>
                {group === null ? <Fields entry={entry} names={names} /> : <OpenGroup group={group} onNarrow={onNarrow} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" py="xl">
          {empty}
        </Text>
      )}
    </div>
  );
}

function Who({ entry: { actor }, onNarrow }: { entry: ChangeEntry; onNarrow: ChangeAuditView }) {
  return (
    <>
      <Anchor component="button" type="button" size="sm" ta="left" className={classes.name} onClick={() => onNarrow({ actorId: actor.id })}>
        {actor.name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {actorWords(actor)}
      </Text>
    </>
  );
}

const totalOf = ({ created, updated, deleted }: ChangeGroup): number => created + updated + deleted;

function GroupTitle({ group }: { group: ChangeGroup }) {
  return <Text size="sm">{groupTitle(group.origin, totalOf(group))}</Text>;
}

/** Leads to all that the change set did; the back button leads back. */
function OpenGroup({ group, onNarrow }: { group: ChangeGroup; onNarrow: ChangeAuditView }) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      rightSection={<IconChevronRight size={14} aria-hidden="true" />}
      aria-label={`Open ${groupTitle(group.origin, totalOf(group))}: ${countWords(group)}`}
      onClick={() => onNarrow({ changeSetId: group.changeSetId, entityId: null })}
    >
      {countWords(group)}
    </Button>
  );
}

/** By its display name, if the change states it. */
function calledIn({ technicalName, fields }: ChangeEntry): string {
  const name = fields.find(({ field }) => field === 'name');
  const stated = name?.to ?? name?.from;
  return typeof stated === 'string' ? stated : technicalName;
}

function What({ entry, onNarrow }: { entry: ChangeEntry; onNarrow: ChangeAuditView }) {
  const { tenantId } = useTenant();
  const { op, kind, entityId, origin, changeSetId } = entry;
  return (
    <>
      <Text size="xs" c="dimmed" component="div">
        <Badge variant="default" size="xs" tt="none" mr={6}>
          {OPERATION_WORDS[op]}
        </Badge>
        {changeKindWords(kind)}
      </Text>
      <Anchor component="button" type="button" size="sm" ta="left" className={classes.name} onClick={() => onNarrow({ entityId })}>
        {calledIn(entry)}
      </Anchor>
      {typeof origin.manifest === 'string' && (
        <Text size="xs" c="dimmed">
          by the manifest {origin.manifest},{' '}
          <Anchor component={PageLink} size="xs" underline="always" href={`${pageHref(tenantId, 'manifest/history')}?apply=${changeSetId}`}>
            see the apply
          </Anchor>
        </Text>
      )}
      {typeof origin.undoOf === 'string' && (
        <Text size="xs" c="dimmed">
          by undoing{' '}
          <Anchor
            component="button"
            type="button"
            size="xs"
            underline="always"
            onClick={() => onNarrow({ changeSetId: String(origin.undoOf), entityId: null })}
          >
            another change
          </Anchor>
        </Text>
      )}
    </>
  );
}

const SHOWN_AT_FIRST = 4;

/** Of a maintenance window: its component or application, whose name stands beside it. */
const ID_BESIDE_ITS_NAME = 'entityId';

function Fields({ entry: { kind, fields }, names }: { entry: ChangeEntry; names: NamesById }) {
  const [isWhole, setWhole] = useState(false);
  const told = fields.filter(
    ({ field, from, to, withheld }) =>
      (kind !== 'maintenance-window' || field !== ID_BESIDE_ITS_NAME) && (withheld === true || valueWords(from) !== valueWords(to)),
  );
  const shown = isWhole ? told : told.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <dl className={classes.fields}>
        {shown.map(({ field, from, to, withheld }) => (
          <div key={field} className={classes.field}>
            <dt>{fieldWords(field)}</dt>
            <dd>
              {withheld === true ? (
                <Text span size="sm" c="dimmed">
                  changed; you may not see revenue
                </Text>
              ) : (
                <BeforeAfter field={field} from={from} to={to} names={names} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {told.length > SHOWN_AT_FIRST && (
        <Button variant="subtle" size="compact-xs" mt={4} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${told.length - SHOWN_AT_FIRST} more`}
        </Button>
      )}
    </>
  );
}

function BeforeAfter({ field, from, to, names }: { field: string; from: unknown; to: unknown; names: NamesById }) {
  if (from === null || from === undefined) return <ins className={classes.after}>{fieldValueWords(field, to, names)}</ins>;
  return (
    <>
      <del className={classes.before}>{fieldValueWords(field, from, names)}</del>
      {to !== null && to !== undefined && (
        <>
          <span className={classes.arrow} aria-hidden="true">
            →
          </span>
          <ins className={classes.after}>{fieldValueWords(field, to, names)}</ins>
        </>
      )}
    </>
  );
}
