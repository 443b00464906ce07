/** What a tenant has not set up yet, for people who can do so. Renders nothing once all is done. */
'use client';

import { Anchor, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { isRoleAtLeast } from '@/domain/access';
import { countOf } from '@/plain/counts';
import classes from './Home.module.css';
import type { Overview } from './overview';
import { Part } from './Part';
import { setUpSteps } from './setUpSteps';

export function SetUpList({ overview }: { overview: Overview }) {
  const tenant = useTenant();
  const { size } = overview;
  const steps = setUpSteps(tenant, overview);
  const open = steps.filter(({ isDone }) => !isDone);
  if (open.length === 0) return null;
  return (
    <Part title="Set up" intro={`${countOf(open.length, 'step')} of ${steps.length} to go.`}>
      <ul className="bare-list">
        {steps.map(({ title, hint, href, isDone }) => (
          <li key={title} className={classes.step} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheck size={17} color="var(--state-Healthy)" aria-label="Done" role="img" />
            ) : (
              <IconCircle size={17} aria-label="To do" role="img" />
            )}
            <span>
              {isDone ? (
                <Text size="sm" component="span">
                  {title}
                </Text>
              ) : (
                <Anchor component={PageLink} href={href} size="sm" c="inherit" className={classes.more}>
                  {title}
                </Anchor>
              )}
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      {isRoleAtLeast(tenant.role, 'Editor') && size.components > 0 && (
        <Anchor component={PageLink} href={pageHref(tenant.tenantId, 'connect')} size="sm" className={classes.more}>
          Connect what you run
        </Anchor>
      )}
    </Part>
  );
}
