/** The head of a column of the matrix: one component, or how many there are, and on request which. */
'use client';

import { Anchor, Popover, Text, UnstyledButton } from '@mantine/core';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { money, perHourLabel } from '@/client/labels/figures';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { countOf } from '@/plain/counts';
import type { Column } from './columns';
import classes from './Matrix.module.css';

interface Props {
  column: Column;
  currency: string | null;
}

export function ColumnHead({ column: { components }, currency }: Props) {
  const { tenantId } = useTenant();
  const [first] = components;
  const words = ({ name, capabilities, perHour }: (typeof components)[number]): string =>
    `${name} takes down ${countOf(capabilities, 'capability', 'capabilities')}${costWords(perHour, currency)}`;
  if (components.length === 1)
    return (
      <PageLink href={blastRadiusHref(tenantId, 'component', first.id)} title={words(first)}>
        {first.name}
      </PageLink>
    );
  return (
    <Popover position="bottom-start" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.several} title={components.map(({ name }) => name).join(', ')}>
          {countOf(components.length, 'component')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown maw={360}>
        <Text size="sm" mb={6}>
          Each of these alone takes down the same rows:
        </Text>
        <ul className={`bare-list ${classes.alike}`} aria-label={`The ${countOf(components.length, 'component')} of this column`}>
          {components.map((component) => (
            <li key={component.id}>
              <Anchor component={PageLink} href={blastRadiusHref(tenantId, 'component', component.id)} size="sm">
                {component.name}
              </Anchor>
              <Text span size="sm" c="dimmed">
                {perHourLabel(component.perHour, currency)}
              </Text>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function costWords(perHour: number | null, currency: string | null): string {
  return perHour === null || perHour === 0 || currency === null ? '' : `; an hour without it costs ${money(perHour, currency)}`;
}
