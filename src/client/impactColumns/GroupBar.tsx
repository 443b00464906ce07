/** Above columns that show the applications of one group: which one, and the way back to all of them. */
'use client';

import { Button, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ImpactColumns } from '@/contract/impactColumns';
import classes from './GroupBar.module.css';

interface Props {
  columns: Pick<ImpactColumns, 'group' | 'groupName' | 'groupedBy'>;
  onLeave(): void;
}

export function GroupBar({ columns: { group, groupName, groupedBy }, onLeave }: Props) {
  if (group === null || groupedBy === null) return null;
  const words = groupedBy === 'team' ? { one: 'team', many: 'teams' } : { one: 'capability', many: 'capabilities' };
  return (
    <div className={classes.bar}>
      <Button variant="default" size="compact-sm" leftSection={<IconArrowLeft size={14} aria-hidden="true" />} onClick={onLeave}>
        All {words.many}
      </Button>
      <Text size="sm" role="status">
        {groupName === null ? `Applications without a ${words.one}` : `Applications of ${groupName}`}
      </Text>
    </div>
  );
}
