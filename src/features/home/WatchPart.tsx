/** What an installation's own Prometheus and Grafana can show of this tenant: what to scrape, and files made for it. */
'use client';

import { Anchor, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTenant } from '@/client/tenantContext';
import { PLAN_LIMITS } from '@/domain/access';
import { CopyBox } from '@/ui/CopyBox';
import { Part } from './Part';

const FILES = [
  { label: 'Dashboard for Grafana', href: '/monitoring/impact-dashboard.json' },
  { label: 'Alert rules for Prometheus', href: '/monitoring/impact-alerts.yaml' },
] as const;

/** Renders nothing where the tenant's plan has no API, and so no metrics. */
export function WatchPart() {
  const { tenantId, plan } = useTenant();
  // The server does not know the address that the person uses.
  const isMounted = useMounted();
  if (!PLAN_LIMITS[plan].hasApi) return null;
  return (
    <Part
      isWide
      title="Watch the impact in Grafana"
      intro="Open incidents, what is down, the people affected and the expected cost per hour, for a Prometheus server that has a key with the scope read."
    >
      {isMounted && <CopyBox label="Add this job to prometheus.yml" text={scrapeJob(tenantId, window.location)} />}
      <Text size="xs" mt={8}>
        {FILES.map(({ label, href }) => (
          <Anchor key={href} href={href} download underline="always" mr={16}>
            {label}
          </Anchor>
        ))}
        <Anchor href="/docs/guides/running-it#monitoring-it" underline="always">
          What each metric means
        </Anchor>
      </Text>
    </Part>
  );
}

function scrapeJob(tenantId: string, { protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return [
    '- job_name: faultline-impact',
    `  scheme: ${protocol.replace(':', '')}`,
    `  metrics_path: /api/${tenantId}/impact/metrics`,
    '  authorization: { credentials_file: /etc/prometheus/faultline-key }',
    '  static_configs:',
    `    - targets: ["${host}"]`,
  ].join('\n');
}
