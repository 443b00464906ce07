/**
 * The weak points of one entity: first the components that are enough alone, then those that are enough only together, then what to change.
 */
'use client';

import { Anchor, SegmentedControl, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerDigest } from '@/client/answerDigest';
import { PrintFoot } from '@/client/PrintFoot';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { explain } from '@/client/failure';
import { FailureNote } from '@/client/FailureNote';
import { predicateOf } from '@/client/labels/labels';
import { PageLink } from '@/client/PageLink';
import { NotifyBell } from '@/client/notifications/NotifyBell';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { ShareButton } from '@/client/sharing/ShareButton';
import { useTenant } from '@/client/tenantContext';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import type { WeakPoints, WeakPointsQuestion } from '@/contract/weakPoints';
import type { CutSetOrder } from '@/domain/graph/weakPoints/weakPointQuestion';
import { countOf } from '@/plain/counts';
import { ExportMenu } from '@/ui/ExportMenu';
import { LoadingRows } from '@/ui/LoadingRows';
import { notify } from '@/ui/notify';
import { saveFile } from '@/ui/saveFile';
import { Fixes } from './Fixes';
import { JointPoints, Margins, SinglePoints } from './pointLists';
import { withoutComponents } from '@/domain/withoutComponents';
import { isUndermined } from './marginWords';
import type { ChangeWeakPointView, WeakPointView } from './weakPointAddress';
import classes from './WeakPoints.module.css';

interface Props {
  view: WeakPointView & { entity: NonNullable<WeakPointView['entity']> };
  change: ChangeWeakPointView;
}

export function EntityWeakPoints({ view, change }: Props) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const { entity, state, order } = view;
  const question = { entityType: entity.kind, entityId: entity.id, state };
  const alone = useQuery({
    ...trpc.weakPoints.of.queryOptions({ ...question, order: 1, fixes: false }),
    placeholderData: keepPreviousData,
  });
  const together = useQuery({
    ...trpc.weakPoints.of.queryOptions({ ...question, order, fixes: false }),
    enabled: order > 1 && alone.isSuccess,
    placeholderData: keepPreviousData,
  });
  if (alone.isError)
    return <FailureNote title="The weak points could not be loaded" error={alone.error} onRetry={() => void alone.refetch()} />;
  const { data } = alone;
  return (
    <>
      <div>
        <Anchor component={PageLink} href={`/t/${tenantId}/weak-points`} size="sm">
          All capabilities
        </Anchor>
      </div>
      <div className={classes.head}>
        <Title order={2} className={classes.title}>
          <EntityIcon kind={entity.kind} size={18} />
          {data?.entity.name ?? '…'}
        </Title>
        <Choices view={view} change={change} name={data?.entity.technicalName} />
        {data !== undefined && <NotifyBell look="icon" kind={entity.kind} id={entity.id} name={data.entity.name} />}
        <ShareButton
          what={data === undefined ? null : { page: 'weak-points', question: { ...question, order } }}
          hasMoney={data !== undefined && data.currency !== null}
        />
        <Anchor component={PageLink} href={`${blastRadiusHref(tenantId, entity.kind, entity.id)}&direction=upstream`} size="sm">
          What could make it fail
        </Anchor>
      </div>
      {data === undefined ? (
        <LoadingRows label="Looking for weak points" rows={8} />
      ) : (
        <>
          <Text aria-live="polite">{headline(data, state)}</Text>
          {data.ownComponents !== 0 && (
            <div className={classes.parts} aria-busy={alone.isPlaceholderData}>
              <div className={classes.column}>
                <Margins margins={data.margins} />
                <SinglePoints answer={data} />
              </div>
              <div className={classes.column}>
                {order > 1 && (
                  <Unanswered query={together} failure="The combinations could not be loaded" loading="Combining failures" rows={4} />
                )}
                {order > 1 && together.isSuccess && <JointPoints answer={together.data} order={order} />}
                <Fixes question={question} margins={data.margins} />
              </div>
            </div>
          )}
          <PrintFoot
            version={`Landscape version ${data.landscapeVersion}`}
            digestOf={() => answerDigest(order > 1 && together.data !== undefined ? together.data : data)}
          />
        </>
      )}
    </>
  );
}

function headline(answer: WeakPoints, state: WeakPointsQuestion['state']): string {
  if (answer.ownComponents === 0) return withoutComponents(answer.entity.name);
  const hollow = answer.margins.filter(isUndermined).length;
  const redundancy = hollow === 0 ? '' : ` ${countOf(hollow, 'redundancy group')} behind it ${hollow === 1 ? 'is' : 'are'} not redundant.`;
  return `${singleWords(answer, state)}${redundancy}`;
}

function singleWords({ entity, singlePoints }: WeakPoints, state: WeakPointsQuestion['state']): string {
  const isEnough = `${entity.name} ${predicateOf(state)}.`;
  if (singlePoints.length > 1) return `${countOf(singlePoints.length, 'component')} are enough alone: without any one of them ${isEnough}`;
  const [point] = singlePoints;
  if (point === undefined) return 'No single component is enough.';
  return point.id === entity.id ? 'No other component is enough alone.' : `1 component is enough alone: without it ${isEnough}`;
}

function Choices({ view: { entity, state, order }, change, name }: Props & { name: string | undefined }) {
  const client = useTRPCClient();
  const saveTree = async (): Promise<void> => {
    try {
      const file = await client.weakPoints.faultTree.query({ entityType: entity.kind, entityId: entity.id, state });
      saveFile(file.fileName, new Blob([file.content], { type: file.contentType }));
    } catch (error) {
      notify({ color: 'red', title: 'Nothing was saved', message: explain(error) });
    }
  };
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="What counts as down"
        value={state}
        onChange={(next) => change({ state: next })}
        data={[
          { value: 'Outage' as const, label: 'Outage' },
          { value: 'Degraded' as const, label: 'Degraded or worse' },
        ]}
      />
      <SegmentedControl
        size="xs"
        aria-label="How many fail together"
        value={`${order}`}
        onChange={(next) => change({ order: Number(next) as CutSetOrder })}
        data={[
          { value: '1', label: 'Alone' },
          { value: '2', label: 'Pairs' },
          { value: '3', label: 'Threes' },
        ]}
      />
      <ExportMenu choices={name === undefined ? [] : [{ label: 'Fault tree (Open-PSA)', onClick: () => void saveTree() }]} />
    </>
  );
}
