/** Shown while nothing is wrong: where health comes from. */
'use client';

import { Alert, Anchor, Text } from '@mantine/core';

export function FirstSteps() {
  return (
    <Alert variant="light" color="indigo" title="Where health comes from" maw={720}>
      <Text size="sm" c="var(--mantine-color-text)">
        Your monitoring reports it over the API:{' '}
        <Anchor href="/docs/alert-sources" inherit c="inherit" underline="always">
          how to connect Alertmanager, Grafana or Datadog
        </Anchor>
        . Until then, report health by hand.
      </Text>
    </Alert>
  );
}
