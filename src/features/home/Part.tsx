/** One section of the home page: a heading, rows, and a link to the full list. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { PageLink } from '@/client/PageLink';
import classes from './Home.module.css';

interface Props {
  title: string;
  intro?: ReactNode;
  /** Link to the full list. */
  more?: { label: string; href: string };
  /** Takes the full width. */
  isWide?: boolean;
  children: ReactNode;
}

export function Part({ title, intro, more, isWide = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id} data-wide={isWide || undefined}>
      <Group justify="space-between" align="baseline" gap="xs" mb={6}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {more !== undefined && (
          <Anchor component={PageLink} href={more.href} size="xs" className={classes.more}>
            {more.label}
          </Anchor>
        )}
      </Group>
      {intro !== undefined && (
        <Text size="xs" c="dimmed" mb={8}>
          {intro}
        </Text>
      )}
      {children}
    </section>
  );
}

interface RowProps {
  href: string;
  /** Accessible label of the link, where its text alone does not say where it leads. */
  label?: string;
  mark?: ReactNode;
  title: string;
  facts: readonly (string | null)[];
  /** Shown at the right. */
  side?: ReactNode;
  /** From 0 to 1: drawn as a bar below the row. */
  share?: number;
  onLikely?: () => void;
}

/** A row that is one link. */
export function Row({ href, label, mark, title, facts, side, share, onLikely }: RowProps) {
  return (
    <li>
      <PageLink href={href} className={classes.row} aria-label={label} onLikely={onLikely}>
        {mark !== undefined && <span className={classes.mark}>{mark}</span>}
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <span className={classes.facts}>{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</span>
        </span>
        {side !== undefined && <span className={classes.side}>{side}</span>}
        {share !== undefined && <span className={classes.bar} style={{ inlineSize: `${Math.max(1, share * 100)}%` }} aria-hidden="true" />}
      </PageLink>
    </li>
  );
}
