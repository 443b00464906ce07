/** Redundancy groups that lost more than they may. */
'use client';

import { blastRadiusHref } from '@/client/blastRadiusHref';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { ImpactExplanation } from '@/contract/impactPath';
import classes from './Explanation.module.css';

export function GroupsGaveWay({ groups }: { groups: ImpactExplanation['gaveWay'] }) {
  const { tenantId } = useTenant();
  return (
    <ul className={classes.list}>
      {groups.map(({ source, redundancyGroup, redundancyMinimum, targets, working, lost }) => (
        <li key={`${source.id} ${redundancyGroup}`} className={classes.group}>
          <PageLink href={blastRadiusHref(tenantId, 'component', source.id)} className={classes.link}>
            {source.name}
          </PageLink>{' '}
          lost its redundancy: {working} of {targets} in “{redundancyGroup}” work and {redundancyMinimum}{' '}
          {redundancyMinimum === 1 ? 'is' : 'are'} needed.
          <span className={classes.detail}>Lost: {lost.map(({ name }) => name).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
