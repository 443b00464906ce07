/** One entity or dependency beside its table: its fields, links, and where to go next. */
'use client';

import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconCopy, IconLinkOff, IconPencil, IconRadar2, IconTopologyStar3, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { EntityLink } from '@/client/EntityLink';
import { FromApplication } from '@/client/help/FromApplication';
import { ReferenceList } from '@/client/help/ReferenceList';
import { useShownHelp, type Helped } from '@/client/help/useShownHelp';
import { NotifyBell } from '@/client/notifications/NotifyBell';
import { LinkButton } from '@/client/LinkButton';
import { pageHref } from '@/client/pages';
import { BadgeButton } from '@/client/sharing/BadgeButton';
import { useTenant } from '@/client/tenantContext';
import { ScenarioButton } from '@/client/ScenarioButton';
import { UnreadPanel } from '@/client/UnreadPanel';
import { weakPointsHref } from '@/client/weakPointsHref';
import type { InventoryKind } from '@/contract/bulk';
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import type { HelpFields, ShownHelp } from '@/domain/references';
import { FactList } from '@/ui/FactList';
import { Timestamp } from '@/ui/Timestamp';
import { SidePanel } from '@/ui/SidePanel';
import { capitalised } from '@/plain/capitalised';
import { cellText } from './cellText';
import { ComponentNeighbours } from './ComponentNeighbours';
import classes from './EntityPanel.module.css';
import { fieldsOf, type FieldSpec } from './fields';
import { FormerNames } from './FormerNames';
import { rowName, UNKNOWN_NAME, type InventoryRow, type Names } from './inventoryRow';
import { factsOf } from './kindFacts';
import { RecentChanges } from './RecentChanges';
import { referenceOf, useKindQueries } from './useKindProcedures';
import { useListedRow } from './useRows';
import { idsIn, useNamesOf } from './useNames';
import { useCurrencyOf } from './useSave';

interface Props {
  kind: InventoryKind;
  id: string;
  mayEdit: boolean;
  onEdit(row: InventoryRow): void;
  onDelete(row: InventoryRow, name: string): void;
  onClose(): void;
}

/** The query string that shows the entity in the landscape picture. */
const PLACES: Readonly<Partial<Record<InventoryKind, (id: string) => string>>> = {
  component: (id) => `component=${id}`,
  application: (id) => `group=${id}`,
  'hosting-zone': (id) => `grouping=hosting-zone&group=${id}`,
  capability: (id) => `grouping=capability&group=${id}`,
};

export function EntityPanel({ kind, id, mayEdit, onEdit, onDelete, onClose }: Props) {
  const listed = useListedRow(kind);
  const query = useQuery({ ...useKindQueries(kind).get.queryOptions(referenceOf(kind, id)), placeholderData: () => listed(id) as never });
  const row = query.data as unknown as InventoryRow | undefined;
  const names = useNamesOf(
    kind,
    useMemo(() => (row === undefined ? [] : [row]), [row]),
  );
  const currency = useCurrencyOf(kind);
  const help = useShownHelp(row !== undefined && 'references' in row ? (row as unknown as Helped) : undefined);
  const noun = capitalised(factsOf(kind).singular);
  if (row === undefined) return <UnreadPanel noun={noun} query={query} onClose={onClose} />;
  const name = rowName(row, names);
  return (
    <SidePanel title={name} label={`${noun} ${name}`} onClose={onClose} subtitle={noun}>
      <Stack gap="md">
        {mayEdit && (
          <Group gap="xs">
            <Button variant="default" leftSection={<IconPencil size={14} aria-hidden="true" />} onClick={() => onEdit(row)}>
              Edit
            </Button>
            <Button variant="default" leftSection={<IconTrash size={14} aria-hidden="true" />} onClick={() => onDelete(row, name)}>
              Delete
            </Button>
            {kind === 'application' && <BadgeButton applicationId={id} name={name} />}
          </Group>
        )}
        <Ways kind={kind} id={id} name={name} />
        {typeof row.description === 'string' && row.description !== '' && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {row.description}
          </Text>
        )}
        <FactList
          nameWidth={116}
          gap={6}
          facts={[
            ...fieldsOf(kind, currency)
              .filter((spec) => !['name', 'description'].includes(spec.name) && row[spec.name] !== undefined)
              .map((spec) => ({ name: spec.label, value: <FieldValue spec={spec} row={row} names={names} help={help} /> })),
            { name: 'Id', value: <Copyable text={row.id} what="id" /> },
            { name: 'Created', value: <Timestamp at={row.createdAt} /> },
            { name: 'Changed', value: <Timestamp at={row.updatedAt} /> },
          ]}
        />
        {kind !== 'dependency' && <FormerNames kind={kind} id={row.id} />}
        {kind === 'component' && <ComponentNeighbours component={row} mayEdit={mayEdit} />}
        <RecentChanges id={row.id} />
      </Stack>
    </SidePanel>
  );
}

function Ways({ kind, id, name }: { kind: InventoryKind; id: string; name: string }) {
  const { tenantId } = useTenant();
  const place = PLACES[kind]?.(id);
  const asked = WEAK_POINT_ENTITY_KINDS.find((one) => one === kind);
  if (kind === 'dependency') return null;
  return (
    <Group gap="xs">
      <LinkButton href={blastRadiusHref(tenantId, kind, id)} icon={IconRadar2} iconSize={14}>
        Blast radius
      </LinkButton>
      {place !== undefined && (
        <LinkButton href={`${pageHref(tenantId, 'landscape')}?${place}`} icon={IconTopologyStar3} iconSize={14}>
          In the landscape
        </LinkButton>
      )}
      {asked !== undefined && (
        <LinkButton href={weakPointsHref(tenantId, asked, id)} icon={IconLinkOff} iconSize={14}>
          Weak points
        </LinkButton>
      )}
      <ScenarioButton size="xs" entities={[{ kind, id }]} />
      <NotifyBell kind={kind} id={id} name={name} />
    </Group>
  );
}

const NOTHING = (
  <Text span inherit c="dimmed">
    –
  </Text>
);

function FieldValue({ spec, row, names, help }: { spec: FieldSpec; row: InventoryRow; names: Names; help: ShownHelp }) {
  const { target } = spec;
  const value = row[spec.name];
  if (spec.name === 'technicalName') return <Copyable text={String(value)} what="technical name" />;
  if (spec.name === 'contact' || spec.name === 'references') return <HelpValue field={spec.name} help={help} />;
  if (target === null) return cellText(spec, value, names) || NOTHING;
  const ids = idsIn(spec, value);
  if (ids.length === 0) return NOTHING;
  return (
    <Group component="span" gap={4}>
      {ids.map((id) => (
        <EntityLink key={id} kind={target} id={id} size="md" className={classes.link}>
          {spec.input === 'shares'
            ? cellText(
                spec,
                (value as { capabilityId: string }[]).filter(({ capabilityId }) => capabilityId === id),
                names,
              )
            : (names.get(id)?.name ?? UNKNOWN_NAME)}
        </EntityLink>
      ))}
    </Group>
  );
}

function HelpValue({ field, help: { contact, references, inherited } }: { field: keyof HelpFields; help: ShownHelp }) {
  if (field === 'contact' ? contact === null : references.length === 0) return NOTHING;
  return (
    <>
      {field === 'contact' ? contact : <ReferenceList references={references} />}
      {inherited.includes(field) && <FromApplication />}
    </>
  );
}

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <button
          type="button"
          className={classes.copy}
          onClick={copy}
          aria-label={copied ? `Copied the ${what}` : `Copy the ${what} ${text}`}
        >
          {text}
          {copied ? <IconCheck size={12} aria-hidden="true" /> : <IconCopy size={12} aria-hidden="true" />}
        </button>
      )}
    </CopyButton>
  );
}
