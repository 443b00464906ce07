/** How the landscape changes over weeks: single points, what the dearest costs, and how complete the security register is. */
'use client';

import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import { countOf } from '@/plain/counts';
import { formatTimestamp } from '@/ui/formatTimestamp';
import type { Overview } from './overview';
import classes from './Home.module.css';
import { Part } from './Part';
import { TrendChart } from './TrendChart';
import { trendFigures, type Trend, type TrendFigure } from './trendFigures';
import { dayWords } from './trendLine';
import own from './Trend.module.css';

export function TrendPart({ register }: { register: Overview['register'] }) {
  const { tenantId } = useTenant();
  const trend = useQuery(useTRPC().home.trend.queryOptions({}));
  const { data } = trend;
  const figures = data === undefined ? [] : trendFigures(data);
  return (
    <Part
      title="Over the weeks"
      {...(data === undefined ? {} : { intro: sinceWords(data) })}
      more={{ label: 'Weak points', href: pageHref(tenantId, 'weak-points') }}
    >
      {data === undefined && <Unanswered query={trend} failure="The trend could not be loaded" loading="The trend is loading" rows={3} />}
      {figures.length > 0 && (
        <div className={own.figures}>
          {figures.map((figure, at) => (
            <TrendChart key={figure.title} figure={figure}>
              {at === figures.length - 1 && <RegisterGaps register={register} />}
            </TrendChart>
          ))}
        </div>
      )}
      {data !== undefined && figures.length === 0 && <RegisterGaps register={register} />}
      {data !== undefined && data.days.length > 1 && <EveryDay figures={figures} days={data.days} />}
    </Part>
  );
}

/** Since when, so that nobody takes a short line for a short history of the landscape. */
function sinceWords({ since, days }: Trend): string {
  if (since === null) return 'Recorded once a day from now on; the lines begin with the second day.';
  const last = days.at(-1);
  const asOf = last === undefined ? '' : ` The figures are those of ${formatTimestamp(last.recordedAt)}.`;
  if (days.length < 2) return `Recorded since ${dayWords(since)}, once a day: the lines begin with the second day.${asOf}`;
  return `Recorded once a day since ${dayWords(since)}.${asOf}`;
}

/** What is left to do in the register as it is now. */
function RegisterGaps({ register: { registered, total, unprotected } }: { register: Overview['register'] }) {
  const { tenantId } = useTenant();
  const page = pageHref(tenantId, 'security-register');
  const gaps = total - registered;
  const links = [
    ...(gaps === 0 ? [] : [{ href: `${page}?status=gap`, words: countOf(gaps, 'gap') }]),
    ...(unprotected === 0 ? [] : [{ href: `${page}?unprotected=true`, words: `${unprotected.toLocaleString('en')} unprotected` }]),
  ];
  if (links.length === 0) return null;
  return (
    <Group gap="0 16px">
      {links.map(({ href, words }) => (
        <Anchor key={href} component={PageLink} href={href} size="xs" className={classes.more}>
          {words} in the register now
        </Anchor>
      ))}
    </Group>
  );
}

/** The lines as a table, the latest day first. */
function EveryDay({ figures, days }: { figures: readonly TrendFigure[]; days: Trend['days'] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={own.days} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Every day in numbers</summary>
      {isOpen && (
        <div className={own.frame} tabIndex={0} role="region" aria-label="Every day in numbers">
          <table className={own.table}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {figures.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map(({ day }, fromLast) => (
                <tr key={day}>
                  <th scope="row">{dayWords(day)}</th>
                  {figures.map(({ title, readings, written }) => {
                    const value = readings[readings.length - 1 - fromLast]?.value ?? null;
                    return <td key={title}>{value === null ? 'Not recorded' : written(value)}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
