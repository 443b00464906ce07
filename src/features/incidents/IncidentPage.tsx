/** One incident: what failed and since when, how bad it is, its picture, who owns the cause, what changed before it, and its timeline. */
'use client';

import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlayerPlay } from '@tabler/icons-react';
import { incidentDigest } from '@/client/answerDigest';
import { PrintFoot } from '@/client/PrintFoot';
import { FailureNote } from '@/client/FailureNote';
import { unrecordedIn } from '@/client/labels/recordHref';
import { FreshnessMark } from '@/client/live/FreshnessMark';
import { NotifyBell } from '@/client/notifications/NotifyBell';
import { LinkButton } from '@/client/LinkButton';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { ShareButton } from '@/client/sharing/ShareButton';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Incident } from '@/contract/incidents';
import { shownMoment } from '@/domain/health/shownMoment';
import { isRoleAtLeast } from '@/domain/access';
import { causeCalled, nameOfIn } from '@/domain/incidentWords';
import { CopyLink } from '@/ui/CopyLink';
import { FigureTiles } from '@/ui/FigureTiles';
import { LoadingRows } from '@/ui/LoadingRows';
import { PageFrame } from '@/ui/PageFrame';
import { useNow } from '@/ui/useNow';
import { CauseImpact } from './CauseImpact';
import { CauseOwner } from './CauseOwner';
import { ChangesBefore } from './ChangesBefore';
import { CommentForm } from './CommentForm';
import { CopyIncidentText } from './CopyIncidentText';
import { IncidentActionBar } from './IncidentActionBar';
import { incidentFigures } from './incidentFigures';
import { IncidentFacts } from './IncidentFacts';
import classes from './IncidentPage.module.css';
import { SituationPicture } from './SituationPicture';
import { SituationPart } from './SituationPart';
import { SymptomList } from './SymptomList';
import { Timeline } from './Timeline';
import { useSituationColumns } from './useSituationColumns';
import { useIncidentActions } from './useIncidentActions';
import { actionsFor } from './optimisticAction';

export function IncidentPage({ id }: { id: string }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const incident = useQuery(trpc.incidents.get.queryOptions({ id }));
  const { data } = incident;
  return (
    <PageFrame
      title={data === undefined ? 'Incident' : `Incident ${data.number.toLocaleString('en')}: ${causeCalled(data)}`}
      intro={
        <Anchor component={PageLink} href={pageHref(tenantId, 'incidents')} size="sm">
          All incidents
        </Anchor>
      }
      actions={
        <>
          <FreshnessMark answer={incident} />
          <LinkButton href={`${pageHref(tenantId, 'incidents')}/${id}/replay`} icon={IconPlayerPlay}>
            Replay
          </LinkButton>
          {data !== undefined && <CopyIncidentText incident={data} />}
          {data !== undefined && data.application !== null && (
            <NotifyBell look="icon" kind="component" id={data.causeId} name={causeCalled(data)} />
          )}
          <CopyLink />
          <ShareButton what={data === undefined ? null : { page: 'incidents', question: { id } }} hasMoney={data?.exposure !== undefined} />
        </>
      }
    >
      {incident.isPending && <LoadingRows label="The incident is loading" rows={7} />}
      {incident.isError && data === undefined && (
        <FailureNote title="This incident cannot be shown" error={incident.error} onRetry={() => void incident.refetch()} />
      )}
      {data !== undefined && <IncidentBody incident={data} />}
      {data !== undefined && <PrintFoot version={`Version ${data.version} of the incident`} digestOf={() => incidentDigest(data)} />}
    </PageFrame>
  );
}

/** Once it is over, what it affected is what its picture shows. */
function Headline({ incident }: { incident: Incident }) {
  const now = useNow();
  const { data } = useSituationColumns(incident.id, shownMoment(incident), null);
  const { href } = unrecordedIn(useTenant(), incident.situation?.notRecorded);
  return <FigureTiles figures={incidentFigures(incident, { now, then: data?.columns ?? null, recordHref: href })} />;
}

function IncidentBody({ incident }: { incident: Incident }) {
  const { role } = useTenant();
  const actions = useIncidentActions(incident.id);
  const mayAct = isRoleAtLeast(role, 'Editor');
  return (
    <div className={classes.page}>
      <div className={classes.columns}>
        <div className={classes.main}>
          <IncidentFacts incident={incident} />
          {mayAct && <IncidentActionBar incident={incident} actions={actions} />}
        </div>
        <CauseOwner incident={incident} />
      </div>
      <Headline incident={incident} />
      <SituationPicture incident={incident} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <SituationPart incident={incident} />
          <SymptomList incident={incident} />
          <section aria-label="Timeline">
            <Title order={2} mb="xs">
              Timeline
            </Title>
            <Timeline entries={incident.timeline} nameOf={nameOfIn(incident)} />
          </section>
          {mayAct && actionsFor(incident).mayComment && <CommentForm incident={incident} comment={actions.comment} />}
        </div>
        <div className={classes.main}>
          <ChangesBefore id={incident.id} />
          <CauseImpact incident={incident} />
        </div>
      </div>
    </div>
  );
}
