/** A small card in a corner of a picture that can be folded away: a legend. */
'use client';

import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './overlay.module.css';

export function GraphNote({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <div className={classes.note}>
      <UnstyledButton className={classes.noteTitle} onClick={toggle} aria-expanded={isOpen}>
        {title}
        <Chevron size={14} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && <div className={classes.noteBody}>{children}</div>}
    </div>
  );
}
