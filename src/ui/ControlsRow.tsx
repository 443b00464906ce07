/** The controls above a table in one row; on a phone, less used ones are behind a button. */
'use client';

import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import classes from './ControlsRow.module.css';

interface Props {
  /** Always visible, at the left. */
  lead: ReactNode;
  /** Behind a button on a phone. */
  rest: ReactNode;
  /** The label of that button, for example "Search and filters". */
  restLabel: string;
  /** Whether a filter behind the button is set; the button says so. */
  isNarrowed: boolean;
  /** Always visible, at the right. */
  tail?: ReactNode;
  className?: string | undefined;
  /** The role of the row if it is a landmark. */
  role?: 'search' | 'group';
  label?: string;
}

export function ControlsRow({ lead, rest, restLabel, isNarrowed, tail, className = '', role, label }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={`${classes.row} ${className}`} role={role} aria-label={label}>
      {lead}
      <ActionIcon
        className={classes.toggle}
        variant={isNarrowed ? 'light' : 'default'}
        {...(isNarrowed ? { color: 'indigo' } : {})}
        size={30}
        aria-label={isNarrowed ? `${restLabel}, filtered` : restLabel}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden="true" />
      </ActionIcon>
      <div id={id} className={classes.rest} data-open={isOpen || undefined}>
        {rest}
      </div>
      {tail}
    </div>
  );
}
