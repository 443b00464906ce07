/** What is under maintenance now. */
'use client';

import { Anchor, Text, Title } from '@mantine/core';
import { EntityLink } from '@/client/EntityLink';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { Timestamp } from '@/ui/Timestamp';
import classes from './ImpactView.module.css';
import type { Snapshot } from './useLiveImpact';

export function MaintenanceList({ windows }: { windows: Snapshot['maintenance'] }) {
  const { tenantId } = useTenant();
  if (windows.length === 0) return null;
  return (
    <section aria-label="Maintenance">
      <Title order={2} mb={4}>
        Under maintenance ({windows.length.toLocaleString('en')})
      </Title>
      <ul className={classes.windows}>
        {windows.map(({ windowId, kind, id, name, until }) => (
          <li key={windowId}>
            <MaintenanceMark />
            <EntityLink kind={kind} id={id}>
              {name}
            </EntityLink>
            <Text size="sm" c="dimmed">
              {kind === 'application' ? 'application, ' : ''}until <Timestamp at={until} />
            </Text>
          </li>
        ))}
      </ul>
      <Anchor component={PageLink} href={pageHref(tenantId, 'maintenance')} size="sm">
        All maintenance windows
      </Anchor>
    </section>
  );
}
