/** The capabilities with the most revenue or people depending on them. Renders nothing where no audience is linked: the changes worth most say so. */
'use client';

import { blastRadiusHref } from '@/client/blastRadiusHref';
import { money, peopleLabel } from '@/client/labels/figures';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { useTenant } from '@/client/tenantContext';
import { countOf } from '@/plain/counts';
import classes from './Home.module.css';
import type { Overview } from './overview';
import { Part, Row } from './Part';

export function ExposedCapabilities({ rows }: { rows: Overview['capabilities'] }) {
  const { tenantId } = useTenant();
  if (rows.length === 0) return null;
  return (
    <Part title="Most exposed capabilities" intro="What depends on each, and how many components could take it down or degrade it.">
      <ul className={classes.rows}>
        {rows.map(({ id, name, people, audiencesWithoutNumber, revenuePerHour, components }) => (
          <Row
            key={id}
            href={`${blastRadiusHref(tenantId, 'capability', id)}&direction=upstream`}
            mark={<EntityIcon kind="capability" />}
            title={name}
            facts={[
              peopleLabel(people, audiencesWithoutNumber),
              revenuePerHour === undefined ? null : `${money(revenuePerHour.perHour, revenuePerHour.currency)} per hour at risk`,
            ]}
            side={countOf(components, 'component')}
          />
        ))}
      </ul>
    </Part>
  );
}
