/** One kind of consequence: what is affected and how badly. Long lists open with their first rows. */
'use client';

import { Anchor, Box, Button, Group, Text, Title } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { StateMark } from '@/client/look/StateMark';
import { useTenant } from '@/client/tenantContext';
import type { EntityKind, HealthState } from '@/domain/vocabulary';
import classes from './RollUpList.module.css';

export interface RollUpRow {
  id: string;
  name: string;
  expectedState: HealthState;
  detail?: string;
}

const FIRST_ROWS = 8;

export function RollUpList({ title, kind, rows, empty }: { title: string; kind: EntityKind; rows: readonly RollUpRow[]; empty: string }) {
  const { tenantId } = useTenant();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <Box component="section" aria-label={title}>
      <Title order={3} mb={4}>
        {title} ({rows.length.toLocaleString('en')})
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ul className={classes.list}>
        {shown.map(({ id, name, expectedState, detail }) => (
          <li key={id} className={classes.row}>
            <Group justify="space-between" wrap="nowrap" gap="xs" align="baseline">
              <Box miw={0}>
                <Anchor component={Link} href={blastRadiusHref(tenantId, kind, id)} prefetch={false} size="sm" className={classes.name}>
                  {name}
                </Anchor>
                {detail !== undefined && (
                  <Text size="xs" c="dimmed">
                    {detail}
                  </Text>
                )}
              </Box>
              <StateMark state={expectedState} />
            </Group>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      )}
    </Box>
  );
}
