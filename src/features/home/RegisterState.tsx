/** How complete the security register is. */
'use client';

import { Progress, Text } from '@mantine/core';
import { IconLockOpen, IconShieldLock } from '@tabler/icons-react';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { countOf } from '@/plain/counts';
import classes from './Home.module.css';
import type { Overview } from './overview';
import { Part, Row } from './Part';

export function RegisterState({ register: { registered, total, percent, unprotected } }: { register: Overview['register'] }) {
  const { tenantId } = useTenant();
  const page = pageHref(tenantId, 'security-register');
  const gaps = total - registered;
  return (
    <Part title="Security register" more={{ label: 'Whole register', href: page }}>
      {percent === null ? (
        <Text size="sm">There are no dependencies to secure yet.</Text>
      ) : (
        <>
          <Text size="sm" mb={6}>
            {percent.toLocaleString('en')}% complete: {registered.toLocaleString('en')} of {countOf(total, 'dependency', 'dependencies')}{' '}
            say how they are secured.
          </Text>
          <Progress value={percent} size={7} color={percent === 100 ? 'teal' : 'indigo'} mb={8} aria-hidden="true" />
          <ul className={classes.rows}>
            {gaps > 0 && (
              <Row
                href={`${page}?status=gap`}
                mark={<IconShieldLock size={15} aria-hidden="true" />}
                title={countOf(gaps, 'gap')}
                facts={['protocol, encryption or authentication is missing']}
              />
            )}
            {unprotected > 0 && (
              <Row
                href={`${page}?unprotected=true`}
                mark={<IconLockOpen size={15} aria-hidden="true" />}
                title={`${unprotected.toLocaleString('en')} unprotected`}
                facts={['encryption or authentication is stated as none']}
              />
            )}
          </ul>
        </>
      )}
    </Part>
  );
}
