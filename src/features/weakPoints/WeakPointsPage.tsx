/** What takes something down, alone or only together: all capabilities at a glance, or one entity in full. */
'use client';

import { useHotkeys } from '@mantine/hooks';
import { EntitySearch } from '@/client/EntitySearch';
import { useTenant } from '@/client/tenantContext';
import { ShareButton } from '@/client/sharing/ShareButton';
import { ViewsMenu } from '@/client/views/ViewsMenu';
import { PLAN_LIMITS } from '@/domain/access';
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { CopyLink } from '@/ui/CopyLink';
import { laterPart } from '@/ui/laterPart';
import { LoadingRows } from '@/ui/LoadingRows';
import { PageFrame } from '@/ui/PageFrame';
import { Overview } from './Overview';
import { useSummary } from './useSummary';
import { useWeakPointView } from './weakPointAddress';
import classes from './WeakPoints.module.css';

const EntityWeakPoints = laterPart(
  async () => (await import('./EntityWeakPoints')).EntityWeakPoints,
  <LoadingRows label="Looking for weak points" rows={8} />,
);

const SEARCH_ID = 'weak-point-search';
const KINDS = [...WEAK_POINT_ENTITY_KINDS];

export function WeakPointsPage() {
  const [view, change] = useWeakPointView();
  useHotkeys([['/', () => document.getElementById(SEARCH_ID)?.focus()]]);
  const { entity } = view;
  const { plan } = useTenant();
  return (
    <PageFrame
      title="Weak points"
      intro={`What takes something down alone, what does so only together, and redundancy that does not protect. Failures are followed any number of hops; a blast radius ends after ${PLAN_LIMITS[plan].maximumDepth}.`}
      actions={
        <>
          <div className={classes.search}>
            <EntitySearch
              id={SEARCH_ID}
              label="Weak points of: search applications, capabilities, processes, segments, components"
              placeholder="Weak points of…   /"
              kinds={KINDS}
              onChoose={({ kind, id }) => {
                const asked = WEAK_POINT_ENTITY_KINDS.find((one) => one === kind);
                if (asked !== undefined) change({ entity: { kind: asked, id } });
              }}
            />
          </div>
          <ViewsMenu page="weak-points" />
          <CopyLink />
          {entity === null && <ShareOverview />}
        </>
      }
    >
      {entity === null ? <Overview /> : <EntityWeakPoints key={entity.id} view={{ ...view, entity }} change={change} />}
    </PageFrame>
  );
}

/** An answer without a capability has nothing to show to anybody. */
function ShareOverview() {
  const first = useSummary().data?.pages[0];
  const isEmpty = first === undefined || first.total === 0;
  return (
    <ShareButton
      what={isEmpty ? null : { page: 'weak-points-overview', question: {} }}
      hasMoney={first !== undefined && first.currency !== null}
    />
  );
}
