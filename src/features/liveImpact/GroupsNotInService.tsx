/** Redundancy groups that have lost a target and count on one that is not in service. */
'use client';

import { Anchor, Text, Title } from '@mantine/core';
import { inventoryHref } from '@/client/inventoryHref';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { countsOnWords } from '@/domain/lifecycle';
import classes from './ImpactView.module.css';
import type { Snapshot } from './useLiveImpact';

export function GroupsNotInService({ snapshot }: { snapshot: Pick<Snapshot, 'groupsNotInService' | 'groupsNotInServiceOmitted'> }) {
  const { tenantId } = useTenant();
  const { groupsNotInService: groups, groupsNotInServiceOmitted: omitted } = snapshot;
  if (groups.length === 0) return null;
  return (
    <section aria-label="Redundancy that is not in service">
      <Title order={2} mb={4}>
        Redundancy that is not in service ({(groups.length + omitted).toLocaleString('en')})
      </Title>
      <ul className={classes.windows}>
        {groups.map((group) => (
          <li key={`${group.source.id} ${group.redundancyGroup}`}>
            <Anchor component={PageLink} href={inventoryHref(tenantId, 'component', group.source.id)} size="sm">
              {group.source.name}
            </Anchor>
            <Text size="sm" c="dimmed">
              {countsOnWords(group, ({ name }) => name)}
            </Text>
          </li>
        ))}
      </ul>
      {omitted > 0 && (
        <Text size="sm" c="dimmed">
          {omitted.toLocaleString('en')} more are not listed.
        </Text>
      )}
    </section>
  );
}
