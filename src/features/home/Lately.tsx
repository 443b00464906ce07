/** Current and planned maintenance, and incidents resolved within the last week. Renders nothing if there are none. */
'use client';

import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { incidentHref } from '@/client/labels/incidentLabels';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { countOf } from '@/plain/counts';
import { Elapsed } from '@/ui/Elapsed';
import { Timestamp } from '@/ui/Timestamp';
import classes from './Home.module.css';
import { latelyQuestions } from './latelyQuestions';

export function Lately() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const [asked] = useState(() => latelyQuestions(Date.now()));
  const resolved = useQuery(trpc.incidents.list.queryOptions(asked.incidents));
  const windows = useQuery(trpc.maintenance.list.queryOptions(asked.maintenance));
  const over = resolved.data?.items ?? [];
  const planned = windows.data?.items ?? [];
  if (over.length + planned.length === 0) return null;
  const moreWindows = (windows.data?.total ?? 0) - planned.length;
  const moreOver = (resolved.data?.total ?? 0) - over.length;
  return (
    <ul className={classes.lately}>
      {planned.map(({ id, name, status, startsAt, endsAt }) => (
        <li key={id}>
          <MaintenanceMark word={status === 'Active' ? 'Maintenance' : 'Planned maintenance'} />
          <Anchor component={PageLink} href={pageHref(tenantId, 'maintenance')} c="inherit" size="xs" className={classes.more}>
            {name}
          </Anchor>
          <span>
            {status === 'Active' ? 'until ' : 'from '}
            <Timestamp at={status === 'Active' ? endsAt : startsAt} />
          </span>
        </li>
      ))}
      {moreWindows > 0 && <More href={pageHref(tenantId, 'maintenance')} words={countOf(moreWindows, 'more window')} />}
      {over.map(({ id, number, cause, causeName = cause, startedAt, endedAt }) => (
        <li key={id}>
          <IncidentMark state="Resolved" />
          <Anchor component={PageLink} href={incidentHref(tenantId, id)} c="inherit" size="xs" className={classes.more}>
            Incident {number.toLocaleString('en')}: {causeName}
          </Anchor>
          <span>
            lasted <Elapsed at={startedAt} until={endedAt} />
          </span>
        </li>
      ))}
      {moreOver > 0 && <More href={pageHref(tenantId, 'incidents')} words={countOf(moreOver, 'more incident')} />}
    </ul>
  );
}

function More({ href, words }: { href: string; words: string }) {
  return (
    <li>
      <Anchor component={PageLink} href={href} c="inherit" size="xs" className={classes.more}>
        and {words}
      </Anchor>
    </li>
  );
}
