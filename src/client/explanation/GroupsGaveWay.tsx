/** Redundancy groups that lost more than they can. */
'use client';

import { blastRadiusHref } from '@/client/blastRadiusHref';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { ImpactExplanation } from '@/contract/impactPath';
import classes from './Explanation.module.css';
import { redundancyLost } from './redundancyLost';

export function GroupsGaveWay({ groups }: { groups: ImpactExplanation['gaveWay'] }) {
  const { tenantId } = useTenant();
  return (
    <ul className={classes.list}>
      {groups.map((group) => (
        <li key={`${group.source.id} ${group.redundancyGroup}`} className={classes.group}>
          <PageLink href={blastRadiusHref(tenantId, 'component', group.source.id)} className={classes.link}>
            {group.source.name}
          </PageLink>{' '}
          {redundancyLost(group)}
          <span className={classes.detail}>Lost: {group.lost.map(({ name }) => name).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
