/**
 * One kind of consequence: what is affected, and how badly. Long lists first render only a few plain rows, because the answer is not shown
 * before they are.
 */
'use client';

import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { StateMark } from '@/client/symbols/StateMark';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { EntityKind, HealthState } from '@/domain/vocabulary';
import classes from './RollUpList.module.css';

interface RollUpRow {
  id: string;
  name: string;
  expectedState: HealthState;
}

interface Props<Row extends RollUpRow> {
  title: string;
  kind: EntityKind;
  rows: readonly Row[];
  /** Text below the name. Computed only for rows that are shown. */
  detailOf?(row: Row): readonly (string | null)[];
  empty: string;
}

const FIRST_ROWS = 8;

export function RollUpList<Row extends RollUpRow>({ title, kind, rows, detailOf, empty }: Props<Row>) {
  const { tenantId } = useTenant();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title} ({rows.length.toLocaleString('en')})
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ul className="bare-list">
        {shown.map((row) => (
          <li key={row.id} className={classes.row}>
            <div className={classes.what}>
              <PageLink href={blastRadiusHref(tenantId, kind, row.id)} className={classes.name}>
                {row.name}
              </PageLink>
              {detailOf !== undefined && (
                <p className={classes.detail}>
                  {detailOf(row)
                    .filter((part) => part !== null)
                    .join(' · ')}
                </p>
              )}
            </div>
            <StateMark state={row.expectedState} />
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      )}
    </section>
  );
}
