/** Each configuration to copy works in its monitoring system, and what that system then sends becomes signals. */
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import alertmanager from '@/test/alertPayloads/alertmanager.json';
import datadog from '@/test/alertPayloads/datadog.json';
import grafana from '@/test/alertPayloads/grafana.json';
import { ALERT_SOURCES, type SignalSource } from '@/contract/signalSources/alertSources';
import { DEFAULT_MAPPING } from '@/contract/signalSources/signalSource';
import { findResource, pathSegments } from '@/doors/rest/routes';
import { ALERT_CONFIGURATIONS } from './alertConfigurations';
import { alertSourcesPage } from './alertSourcesPage';
import { textOf } from './textOf';

const configured = {
  alertmanager: parse(ALERT_CONFIGURATIONS.alertmanager) as {
    route: { receiver: string; routes: { receiver: string; continue: boolean }[] };
    receivers: { name: string; webhook_configs?: { url: string; send_resolved: boolean; http_config: object }[] }[];
  },
  grafana: parse(ALERT_CONFIGURATIONS.grafana) as {
    contactPoints: { receivers: { type: string; disableResolveMessage: boolean; settings: Record<string, string> }[] }[];
  },
};
const urls = {
  alertmanager: configured.alertmanager.receivers[1]?.webhook_configs?.[0]?.url,
  grafana: configured.grafana.contactPoints[0]?.receivers[0]?.settings.url,
  datadog: ALERT_CONFIGURATIONS.datadog.url,
};

describe('the configuration', () => {
  it.each(Object.keys(ALERT_SOURCES) as SignalSource[])('of %s sends to the address that accepts it', (source) => {
    const path = /^https:\/\/HOST\/api\/TENANT(\/.*)$/.exec(urls[source] ?? '')?.[1] ?? '';
    const route = findResource(path)?.get('POST');
    expect([route?.name, route === undefined ? null : pathSegments(route, path)]).toEqual(['health.pushFrom', { source }]);
  });

  it('of Alertmanager names existing receivers, and sends resolved alerts, with a bearer token', () => {
    const { route, receivers } = configured.alertmanager;
    const names = receivers.map(({ name }) => name);
    expect([names.includes(route.receiver), route.routes]).toEqual([true, [{ receiver: names[1], continue: true }]]);
    expect(receivers[1]?.webhook_configs?.[0]).toMatchObject({ send_resolved: true, http_config: { authorization: { type: 'Bearer' } } });
  });

  it('of Grafana is a webhook that sends resolved alerts, with a bearer token', () => {
    expect(configured.grafana.contactPoints[0]?.receivers[0]).toMatchObject({
      type: 'webhook',
      disableResolveMessage: false,
      settings: { httpMethod: 'POST', authorization_scheme: 'Bearer', authorization_credentials: 'KEY' },
    });
  });

  it('of Datadog has the same fields as the sample payload, with a bearer token', () => {
    const { payload, headers } = ALERT_CONFIGURATIONS.datadog;
    expect(JSON.parse(headers)).toEqual({ Authorization: 'Bearer KEY' });
    expect(Object.keys(JSON.parse(payload) as object)).toEqual(Object.keys(datadog));
  });

  it.each([
    ['alertmanager', alertmanager, ['astronomy-db', 'valkey-cart']],
    ['grafana', grafana, ['checkout']],
    ['datadog', datadog, ['payment']],
  ] as const)('of %s needs nothing behind the URL for the documented payload', (source, payload, components) => {
    const { signals, issues } = ALERT_SOURCES[source].read(payload, DEFAULT_MAPPING);
    expect([signals.map(({ component }) => component), issues]).toEqual([components, []]);
  });
});

it('is on the page unchanged', async () => {
  const page = await alertSourcesPage();
  const text = textOf(await page.text());
  const { alertmanager: forAlertmanager, grafana: forGrafana, datadog: forDatadog } = ALERT_CONFIGURATIONS;
  for (const part of [forAlertmanager, forGrafana, forDatadog.url, forDatadog.headers, forDatadog.payload])
    expect(text).toContain(part.trimEnd());
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
});
