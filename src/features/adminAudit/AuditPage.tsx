/** Who changed what and when, with the values before and after. */
'use client';

import { Tabs } from '@mantine/core';
import { PageFrame } from '@/ui/PageFrame';
import { isNarrowed, useAuditView, type AuditTab } from './auditAddress';
import { AuditFilters } from './AuditFilters';
import { EntryList, GroupList } from './AuditLists';

export function AuditPage() {
  const [view, change] = useAuditView();
  const List = view.changeSetId === null && view.entityId === null ? GroupList : EntryList;
  return (
    <PageFrame title="Audit log" intro="Every change, newest first. Nobody can alter this log.">
      <Tabs
        value={view.tab}
        onChange={(tab) => change({ tab: tab as AuditTab, kind: null, entityId: null, changeSetId: null })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="landscape">Landscape</Tabs.Tab>
          <Tabs.Tab value="administration">Administration</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={view.tab} pt="md">
          <AuditFilters view={view} onChange={change} isNarrowed={isNarrowed(view)} />
          <List view={view} onNarrow={change} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
