/** The components whose failure would affect the most others. Renders nothing if none would. */
'use client';

import { blastRadiusHref } from '@/client/blastRadiusHref';
import { firstQuestion } from '@/client/blastRadiusQuestion';
import { expectedCostFact, peopleLabel } from '@/client/labels/figures';
import { KindIcon } from '@/client/symbols/KindIcon';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { usePrefetchedAnswer } from '@/client/usePrefetchedAnswer';
import { countOf } from '@/plain/counts';
import classes from './Home.module.css';
import type { Overview } from './overview';
import { Part, Row } from './Part';

export function WidestRadii({ rows, components }: { rows: Overview['widest']; components: number }) {
  const { tenantId } = useTenant();
  const answerAhead = usePrefetchedAnswer();
  if (rows.length === 0) return null;
  return (
    <Part
      title="Widest blast radii"
      intro="Components whose failure would affect the most others."
      more={{ label: 'Path finder', href: pageHref(tenantId, 'paths') }}
    >
      <ul className={classes.rows}>
        {rows.map(({ id, name, kind, application, affected, applications, people, audiencesWithoutNumber, revenue }) => (
          <Row
            key={id}
            href={blastRadiusHref(tenantId, 'component', id)}
            mark={<KindIcon kind={kind} />}
            title={name}
            facts={[
              application,
              countOf(applications, 'application'),
              peopleLabel(people, audiencesWithoutNumber),
              expectedCostFact(revenue),
            ]}
            side={countOf(affected, 'component')}
            share={affected / components}
            onLikely={() => answerAhead(firstQuestion('component', id))}
          />
        ))}
      </ul>
    </Part>
  );
}
