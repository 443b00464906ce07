/** The ten tables, with the number of rows in each. */
'use client';

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { useGo } from '@/client/live/NavigationGuard';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { InventoryKind } from '@/contract/bulk';
import { capitalised } from '@/plain/capitalised';
import classes from './InventoryPage.module.css';
import { KIND_FACTS, tableHref } from './kindFacts';

function useCounts(): (kind: InventoryKind) => string {
  const trpc = useTRPC();
  const entities = useQuery(trpc.landscape.search.queryOptions({ search: '', offset: 0, limit: 1 }));
  const dependencies = useQuery(trpc.dependencies.list.queryOptions({ limit: 1 }));
  return (kind) => {
    if (kind !== 'dependency') return entities.data === undefined ? '' : (entities.data.counts[kind] ?? 0).toLocaleString('en');
    return dependencies.data === undefined
      ? ''
      : `${dependencies.data.total.toLocaleString('en')}${dependencies.data.totalIsMinimum === true ? '+' : ''}`;
  };
}

export function KindList({ kind }: { kind: InventoryKind }) {
  const { tenantId } = useTenant();
  const countOf = useCounts();
  return (
    <nav className={classes.kinds} aria-label="Kinds">
      {KIND_FACTS.map((facts) => (
        <PageLink
          key={facts.kind}
          href={tableHref(tenantId, facts.kind)}
          className={classes.kind}
          {...(facts.kind === kind ? { 'aria-current': 'page' as const } : {})}
        >
          {facts.kind === 'dependency' ? <IconArrowRight size={15} stroke={1.7} aria-hidden="true" /> : <EntityIcon kind={facts.kind} />}
          <span className={classes.kindName}>{capitalised(facts.plural)}</span>
          <span className={classes.count}>{countOf(facts.kind)}</span>
        </PageLink>
      ))}
    </nav>
  );
}

/** The same as a menu, for narrow windows. */
export function KindChoice({ kind }: { kind: InventoryKind }) {
  const { tenantId } = useTenant();
  const go = useGo();
  const countOf = useCounts();
  return (
    <Select
      className={classes.kindChoice}
      size="xs"
      w={190}
      aria-label="Kind"
      allowDeselect={false}
      value={kind}
      data={KIND_FACTS.map((facts) => ({ value: facts.kind, label: `${capitalised(facts.plural)} ${countOf(facts.kind)}`.trim() }))}
      onChange={(value) => {
        if (value !== null) go(tableHref(tenantId, value as InventoryKind));
      }}
    />
  );
}
