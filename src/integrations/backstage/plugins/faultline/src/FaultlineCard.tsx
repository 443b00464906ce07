/** The card of one entity: what is wrong with it now, and what breaks if it fails. */
import { stringifyEntityRef } from '@backstage/catalog-model';
import { InfoCard, Progress, ResponseErrorPanel, WarningPanel } from '@backstage/core-components';
import { useEntity } from '@backstage/plugin-catalog-react';
import type { FaultlineImpact } from '@faultline/backstage-plugin-common';
import { Typography } from '@material-ui/core';
import { BlastRadiusSection } from './BlastRadiusSection';
import { IncidentSection } from './IncidentSection';
import { LiveSection } from './LiveSection';
import { useImpact } from './useImpact';

export function FaultlineCard() {
  const { entity } = useEntity();
  const { answer, error } = useImpact(stringifyEntityRef(entity));
  if (answer === undefined)
    return <InfoCard title="Faultline">{error === undefined ? <Progress /> : <ResponseErrorPanel error={error} />}</InfoCard>;
  if (!answer.isKnown)
    return (
      <InfoCard title="Faultline">
        <Typography>
          Faultline has no {answer.kind} called {answer.technicalNames.join(' or ')}. If it has another name there, put it in the annotation{' '}
          <code>faultline.io/{answer.kind}</code>.
        </Typography>
      </InfoCard>
    );
  return <KnownCard impact={answer} error={error} />;
}

function KnownCard({ impact, error }: { impact: FaultlineImpact; error: Error | undefined }) {
  return (
    <InfoCard title="Faultline" deepLink={{ title: 'Open in Faultline', link: impact.links.blastRadius }}>
      {error !== undefined && (
        <WarningPanel title={`Not updated since ${new Date(impact.computedAt).toLocaleTimeString()}`} message={error.message} />
      )}
      <LiveSection live={impact.live} technicalName={impact.technicalName} />
      <IncidentSection incidents={impact.incidents} hasMore={impact.hasMoreIncidents} liveImpact={impact.links.liveImpact} />
      <BlastRadiusSection blastRadius={impact.blastRadius} />
    </InfoCard>
  );
}
