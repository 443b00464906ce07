/** What happened, starting with the first signal. */
'use client';

import { Anchor, Text } from '@mantine/core';
import { incidentHref } from '@/client/labels/incidentLabels';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { IncidentTimelineEntry } from '@/contract/incidents';
import type { NameOf } from '@/domain/incidentWords';
import { Timestamp } from '@/ui/Timestamp';
import classes from './IncidentPage.module.css';
import { toldOf } from './timelineWords';

export function Timeline({ entries, nameOf }: { entries: readonly IncidentTimelineEntry[]; nameOf: NameOf }) {
  const { tenantId } = useTenant();
  return (
    <ol className={classes.timeline}>
      {entries.map((entry) => {
        const { words, incidentId } = toldOf(entry, nameOf);
        return (
          <li key={entry.sequence} className={classes.entry} data-kind={entry.kind}>
            <Text size="sm" className={classes.words}>
              {words}{' '}
              {incidentId !== undefined && (
                <Anchor component={PageLink} href={incidentHref(tenantId, incidentId)} size="sm" underline="always">
                  Open that incident
                </Anchor>
              )}
            </Text>
            {entry.text !== null && <blockquote className={classes.said}>{entry.text}</blockquote>}
            <Text size="xs" c="dimmed">
              <Timestamp at={entry.at} hasSeconds />
            </Text>
          </li>
        );
      })}
    </ol>
  );
}
