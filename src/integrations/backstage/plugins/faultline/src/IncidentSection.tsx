/** Incidents that the entity causes or suffers from, and that are not resolved. */
import { Link } from '@backstage/core-components';
import type { AffectingIncident } from '@faultline/backstage-plugin-common';
import { Typography } from '@material-ui/core';

interface Shown {
  incidents: readonly AffectingIncident[];
  hasMore: boolean;
  liveImpact: string;
}

export function IncidentSection({ incidents, hasMore, liveImpact }: Shown) {
  return (
    <section aria-label="Incidents">
      <Typography variant="h6">Incidents</Typography>
      {incidents.length === 0 && !hasMore && <Typography variant="body2">No open incidents</Typography>}
      {incidents.length > 0 && (
        <ul>
          {incidents.map(({ id, number, severity, state, cause, isCause, url }) => (
            <li key={id}>
              <Link to={url}>
                #{number} {severity} of {cause}
              </Link>{' '}
              ({state}
              {isCause ? '' : ', affected'})
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Typography variant="body2">
          There are more incidents than a card holds. See <Link to={liveImpact}>live impact</Link>.
        </Typography>
      )}
    </section>
  );
}
