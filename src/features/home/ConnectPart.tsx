/** Ways to draw the landscape from what runs, each with what to paste. All of it stays on the person's machine until they push it. */
'use client';

import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyBox } from '@/ui/CopyBox';
import { Part } from './Part';

const WAYS = [
  {
    label: 'OpenTelemetry',
    snippet: 'npx --no-install faultline observe otlp --listen -o observed.yaml',
    what: 'Start your services with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318, use them for some minutes, and end it with Ctrl-C. Or drop a file of the collector’s file exporter in Bring your own. Where a target failed, the mode of the dependency is measured.',
  },
  {
    label: 'Prometheus or mesh',
    snippet: 'npx --no-install faultline observe prometheus http://localhost:9090 -o observed.yaml',
    what: 'Finds the service graph of the OpenTelemetry collector, Tempo or Beyla, and the metrics of Istio, Linkerd and Hubble. All modes are assumed.',
  },
  {
    label: 'Jaeger',
    snippet: 'npx --no-install faultline observe jaeger http://localhost:16686 -o observed.yaml',
    what: 'Takes the dependencies that Jaeger’s job has computed. All modes are assumed.',
  },
] as const;

export function ConnectPart() {
  const [label, setLabel] = useState<string>(WAYS[0].label);
  const { snippet, what } = WAYS.find((way) => way.label === label)!;
  return (
    <Part
      title="Connect what you run"
      intro="A landscape from your own traces or metrics, in minutes. Nothing leaves your machine until you push it."
    >
      <SegmentedControl
        size="xs"
        aria-label="What you have"
        data={WAYS.map((way) => way.label)}
        value={label}
        onChange={setLabel}
        mb="xs"
      />
      <CopyBox label="Run this in the clone" text={snippet} />
      <Text size="xs" c="dimmed" mt={8}>
        {what}{' '}
        <Anchor href="/docs/guides/connect-what-you-run" underline="always">
          The guide
        </Anchor>{' '}
        has each step.
      </Text>
    </Part>
  );
}
