/** The last week: what changed in the landscape, one row per change set, and below it maintenance and incidents that are over. */
'use client';

import { Text } from '@mantine/core';
import { IconFileCode, IconPencil } from '@tabler/icons-react';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { countOf } from '@/plain/counts';
import { Timestamp } from '@/ui/Timestamp';
import { changeSetTitle, changeSetFacts } from './changeSetWords';
import classes from './Home.module.css';
import { Lately } from './Lately';
import type { Overview } from './overview';
import { Part, Row } from './Part';

export function RecentChanges({ changes: { total, latest } }: { changes: Overview['changes'] }) {
  const { tenantId } = useTenant();
  const log = pageHref(tenantId, 'audit-log');
  return (
    <Part
      title="This week"
      {...(total > latest.length ? { intro: `The latest of ${countOf(total, 'change')}.` } : {})}
      more={{ label: 'Audit log', href: log }}
    >
      {latest.length === 0 ? (
        <Text size="sm">The landscape has not changed for a week.</Text>
      ) : (
        <ul className={classes.rows}>
          {latest.map((set) => (
            <Row
              key={set.changeSetId}
              href={`${log}?changeSetId=${set.changeSetId}`}
              mark={set.manifest === null ? <IconPencil size={15} aria-hidden="true" /> : <IconFileCode size={15} aria-hidden="true" />}
              title={changeSetTitle(set)}
              facts={changeSetFacts(set)}
              side={<Timestamp at={set.at} />}
            />
          ))}
        </ul>
      )}
      <Lately />
    </Part>
  );
}
