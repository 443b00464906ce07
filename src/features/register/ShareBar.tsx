/** One row: a name, a bar, and how many of how many. It can be pressed to show only these. */
'use client';

import { Progress, UnstyledButton, VisuallyHidden } from '@mantine/core';
import classes from './Register.module.css';

interface Props {
  name: string;
  part: number;
  of: number;
  isChosen: boolean;
  /** Null if there is no such filter. */
  onChoose: (() => void) | null;
}

export function ShareBar({ name, part, of, isChosen, onChoose }: Props) {
  const counts = of === 0 ? 'none' : `${part.toLocaleString('en')} of ${of.toLocaleString('en')}`;
  const content = (
    <>
      <span className={classes.barName}>{name}</span>
      <Progress value={of === 0 ? 0 : (part * 100) / of} size={7} color={part === of ? 'teal' : 'indigo'} aria-hidden="true" />
      <span className={classes.barCount}>{counts}</span>
    </>
  );
  if (onChoose === null) return <div className={classes.bar}>{content}</div>;
  return (
    <UnstyledButton className={classes.bar} aria-pressed={isChosen} onClick={onChoose}>
      {content}
      <VisuallyHidden>Show only these</VisuallyHidden>
    </UnstyledButton>
  );
}
