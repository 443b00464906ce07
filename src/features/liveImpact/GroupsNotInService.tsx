/** Redundancy groups that have lost a target and count on one that is not in service. */
'use client';

import { Text, Title } from '@mantine/core';
import { EntityLink } from '@/client/EntityLink';
import { countsOnWords } from '@/domain/lifecycle';
import classes from './ImpactView.module.css';
import type { Snapshot } from './useLiveImpact';

export function GroupsNotInService({ snapshot }: { snapshot: Pick<Snapshot, 'groupsNotInService' | 'groupsNotInServiceOmitted'> }) {
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
            <EntityLink kind="component" id={group.source.id}>
              {group.source.name}
            </EntityLink>
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
