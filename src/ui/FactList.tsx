/** Labels with values; empty values are left out. */
'use client';

import { Anchor, Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FactList.module.css';

export interface Fact {
  name: string;
  value: ReactNode;
  onClick?: () => void;
}

interface Props {
  facts: readonly Fact[];
  /** Of the column of names, and between two facts; in pixels. */
  nameWidth?: number;
  gap?: number;
}

export function FactList({ facts, nameWidth = 108, gap = 5 }: Props) {
  return (
    <Box component="dl" className={classes.facts} style={{ gap }} __vars={{ '--name-width': `${nameWidth}px` }}>
      {facts.map(({ name, value, onClick }) =>
        value === null || value === '' ? null : (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              {onClick === undefined ? (
                value
              ) : (
                <Anchor component="button" type="button" size="sm" ta="left" onClick={onClick}>
                  {value}
                </Anchor>
              )}
            </dd>
          </div>
        ),
      )}
    </Box>
  );
}
