/** Labels with values; empty values are left out. */
'use client';

import { Anchor } from '@mantine/core';
import classes from './FactList.module.css';

export interface Fact {
  name: string;
  value: string | null;
  onClick?: () => void;
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
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
    </dl>
  );
}
