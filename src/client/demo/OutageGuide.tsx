/** While the demo's outage is played: what has just happened, above every page, with a link to the page that shows it. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { PageLink } from '@/client/PageLink';
import { isAt, pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { useDemoOutage, type DemoOutage } from './DemoOutageProvider';
import classes from './OutageGuide.module.css';
import { CAUSE, SCENES } from './outageScenes';

export function OutageGuide() {
  const { scene, end } = useDemoOutage();
  return scene === null ? null : <Caption scene={scene} onEnd={end} />;
}

function Caption({ scene, onEnd }: { scene: NonNullable<DemoOutage['scene']>; onEnd(): void }) {
  const href = useHrefOf(scene.page);
  const path = usePathname();
  return (
    <Group className={classes.guide} gap="xs">
      <Text size="sm" role="status" aria-label="Demo outage" className={classes.words}>
        <b>
          {scene.number} of {SCENES.length}
        </b>{' '}
        {scene.caption}
      </Text>
      {href !== null && !isAt(path, href) && (
        <Button component={PageLink} href={href} size="compact-sm">
          {scene.link}
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={onEnd}>
        End the outage
      </Button>
    </Group>
  );
}

/** Of the scene about the incident: the incident itself, once it is open; null until that is known. */
function useHrefOf(page: NonNullable<DemoOutage['scene']>['page']): string | null {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const incidents = useQuery({
    ...trpc.incidents.list.queryOptions({ component: CAUSE, state: ['Open', 'Acknowledged'], limit: 1 }),
    enabled: page === 'incidents',
  });
  const [incident] = incidents.data?.items ?? [];
  const list = pageHref(tenantId, page);
  if (page !== 'incidents') return list;
  if (incidents.isPending) return null;
  return incident === undefined ? list : `${list}/${incident.id}`;
}
