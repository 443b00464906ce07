/** Ways to draw the landscape from what runs: a card for each source, with what to paste, and one that takes files. */
'use client';

import { Anchor, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { CopyBox } from '@/ui/CopyBox';
import { ConnectDrop } from './ConnectDrop';
import classes from './Home.module.css';
import { Part } from './Part';

const RUN = 'npx --no-install faultline observe';

const WAYS = [
  {
    title: 'OpenTelemetry',
    snippets: [
      `${RUN} otlp --listen -o observed.yaml`,
      'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf OTEL_SERVICE_NAME=bookshop npm start',
    ],
    labels: ['Run this in your clone of Faultline', 'Start each instrumented service like this, under its own name'],
    what: 'Services in Node.js get the instrumentation without a change to their code: the guide says how. Use them for a few minutes, then end it with Ctrl-C. Where a target failed, it measures whether the work of its caller failed too.',
  },
  {
    title: 'Prometheus',
    snippets: [`${RUN} prometheus http://localhost:9090 -o observed.yaml`],
    labels: ['Run this in your clone of Faultline'],
    what: 'Finds the service graph of the OpenTelemetry collector, Tempo or Beyla, and dephealth. Metrics do not show how hard a failure hits, so modes are assumed.',
  },
  {
    title: 'Service mesh',
    snippets: [
      `${RUN} prometheus http://localhost:9090 --window 1d -o observed.yaml`,
      `hubble observe --last 10000 -o json | ${RUN} hubble - -o observed.yaml`,
    ],
    labels: ['Istio, Linkerd: run this in your clone', 'Cilium: run this in your clone'],
    what: 'The Prometheus of the mesh knows who calls whom, and what is encrypted.',
  },
  {
    title: 'Jaeger',
    snippets: [`${RUN} jaeger http://localhost:16686 -o observed.yaml`],
    labels: ['Run this in your clone of Faultline'],
    what: 'Takes the links that Jaeger’s job has computed, or else the latest traces of each service.',
  },
] as const;

/** What was recorded stays on the person's machine; the manifest that is made of it leaves when they preview it. */
export function ConnectPart({ title = 'Connect what you run' }: { title?: string }) {
  return (
    <Part
      isWide
      title={title}
      intro="A landscape from your own traces, metrics or flows, in minutes. What was recorded never leaves your machine, and nothing changes until you apply the proposal."
    >
      <div className={classes.cards}>
        {WAYS.map(({ title, snippets, labels, what }) => (
          <Card key={title} title={title}>
            {snippets.map((snippet, at) => (
              <CopyBox key={snippet} label={labels[at]!} text={snippet} isToken />
            ))}
            <Text size="xs" c="dimmed">
              {what}
            </Text>
          </Card>
        ))}
        <Card title="Files">
          <ConnectDrop />
        </Card>
      </div>
      <Text size="xs" c="dimmed" mt={8}>
        <Anchor href="/docs/guides/connect-what-you-run" underline="always">
          The guide
        </Anchor>{' '}
        has each step.
      </Text>
    </Part>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
