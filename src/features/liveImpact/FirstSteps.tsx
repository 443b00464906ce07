/** Shown while nothing is wrong: what to set up so that this page has something to show. */
'use client';

import { Alert, Anchor, Text } from '@mantine/core';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import type { Snapshot } from './useLiveImpact';

export function FirstSteps({ states }: { states: Snapshot['states'] }) {
  const { tenantId } = useTenant();
  const reporting = states.Healthy + states.Warning + states.Degraded + states.Outage;
  const isEmpty = reporting + states.unreported === 0;
  return (
    <Alert variant="light" color="indigo" title={isEmpty ? 'Start with the landscape' : 'Where health comes from'} maw={720}>
      <Text size="sm" c="var(--mantine-color-text)">
        {isEmpty ? (
          <>
            Once you have added components and their dependencies, this page shows what fails and whom it affects.{' '}
            <Anchor component={PageLink} href={pageHref(tenantId, 'landscape')} inherit c="inherit" underline="always">
              Fill the landscape
            </Anchor>
          </>
        ) : (
          <>
            Your monitoring reports it over the API; see the{' '}
            <Anchor href="/docs" inherit c="inherit" underline="always">
              API reference
            </Anchor>
            . Until then, report health by hand.
          </>
        )}
      </Text>
    </Alert>
  );
}
