import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { alertSourcesPage } from '@/doors/rest/docs/alertSourcesPage';
import { textOf } from '@/doors/rest/docs/textOf';
import { DEFAULT_MAPPING } from '@/contract/signalSources/signalSource';
import { ALERT, METRIC, alertmanagerConfiguration, prometheusConfiguration, ruleFile } from './configuration';
import { findPrograms } from './trial';

const GUIDE = readFileSync(fileURLToPath(new URL('../prometheus.md', import.meta.url)), 'utf8');
const TIMING = ['  group_wait: 1s', '  group_interval: 1s'];

describe('the configuration of Alertmanager', () => {
  const written = alertmanagerConfiguration({ url: 'https://HOST/', tenantId: 'TENANT', keyFile: '/etc/alertmanager/faultline.key' });

  it('is what the page of alert sources shows, line by line, except for the intervals', async () => {
    const page = textOf(await (await alertSourcesPage()).text());
    const lines = written.split('\n');
    expect(lines.filter((line) => TIMING.includes(line))).toEqual(TIMING);
    const others = lines.filter((line) => !TIMING.includes(line)).join('\n');
    expect(page).toContain(`\n${others.trimEnd()}\n`);
  });

  it('names this installation, its tenant and the file with the key', () => {
    const { receivers, route } = parse(
      alertmanagerConfiguration({ url: 'http://127.0.0.1:3000', tenantId: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44', keyFile: '/tmp/x.key' }),
    ) as {
      route: Record<string, unknown>;
      receivers: { webhook_configs?: { url: string; http_config: { authorization: Record<string, string> } }[] }[];
    };
    const [webhook] = receivers[1]?.webhook_configs ?? [];
    expect(webhook?.url).toBe('http://127.0.0.1:3000/api/3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44/health-signals/from/alertmanager');
    expect(webhook?.http_config.authorization).toEqual({ type: 'Bearer', credentials_file: '/tmp/x.key' });
    expect(route).toMatchObject({ group_wait: '1s', group_interval: '1s' });
  });
});

it('the rule of Prometheus names the component and a severity that Faultline knows by default', () => {
  const { groups } = parse(ruleFile('astronomy-db')) as {
    groups: { rules: { alert: string; expr: string; labels: Record<string, string> }[] }[];
  };
  const [rule] = groups[0]?.rules ?? [];
  expect(rule).toMatchObject({ alert: ALERT, expr: `${METRIC} == 0`, labels: { component: 'astronomy-db' } });
  expect(DEFAULT_MAPPING.componentLabels).toContain('component');
  expect(DEFAULT_MAPPING.stateBySeverity[rule?.labels[DEFAULT_MAPPING.severityLabel] ?? '']).toBe('Outage');
});

it('the guide shows the rule and the settings of Prometheus that the trial uses', () => {
  expect(GUIDE).toContain(ruleFile('astronomy-db'));
  expect(GUIDE).toContain(prometheusConfiguration({ metrics: '127.0.0.1:9464', alertmanager: '127.0.0.1:9093' }));
});

it('programs that are missing are named, with how to get them', () => {
  expect(() => findPrograms('/nowhere')).toThrow(
    'prometheus and alertmanager cannot be found in PATH. On Debian and Ubuntu: apt-get install prometheus prometheus-alertmanager',
  );
});
