/** How the documented payloads of monitoring systems are mapped, and what is reported about those that cannot be. */
import { describe, expect, test } from 'vitest';
import alertmanager from '@/test/alertPayloads/alertmanager.json';
import datadog from '@/test/alertPayloads/datadog.json';
import grafana from '@/test/alertPayloads/grafana.json';
import { DATADOG_PAYLOAD } from './datadogEvent';
import { ALERT_SOURCES, type SignalSource } from './alertSources';
import { DEFAULT_MAPPING, SignalSourceInput, mappingFrom } from './signalSource';

const read = (source: SignalSource, payload: unknown, told: Partial<SignalSourceInput> = {}) =>
  ALERT_SOURCES[source].read(payload, mappingFrom(SignalSourceInput.parse({ source, ...told })));
const NO_COMPONENT = 'names no component: it has none of faultline_component, component, service, app, job';
const READ = { isReadable: true, unmatched: [] };
const IGNORED = { path: 'alerts[0]', reason: 'Its severity says nothing about health.' };
const T1 = '2026-11-20T09:00:00.000Z';
const T2 = '2026-11-20T10:00:00.000Z';

function alert(component: string | null, severity: string | null, status: string, at: string) {
  const labels = { ...(component === null ? {} : { component }), ...(severity === null ? {} : { severity }) };
  return { status, labels, annotations: {}, startsAt: at, endsAt: status === 'resolved' ? at : '0001-01-01T00:00:00Z' };
}
const group = (...alerts: unknown[]) => ({ version: '4', alerts });
const firing = (told: object) => group({ ...alert('db', 'critical', 'firing', T1), ...told });

describe('the documented payload', () => {
  test('of Alertmanager: firing is as bad as its severity since startsAt, resolved is Healthy since endsAt', () => {
    expect(read('alertmanager', alertmanager)).toEqual({
      signals: [
        {
          path: 'alerts[0]',
          component: 'astronomy-db',
          state: 'Outage',
          observedAt: '2026-11-20T09:52:26.739Z',
          message: 'astronomy-db does not answer',
          alert: { key: alertmanager.alerts[0]?.fingerprint, name: 'DatabaseDown', startsAt: '2026-11-20T09:52:26.739Z', endsAt: null },
        },
        {
          path: 'alerts[1]',
          component: 'valkey-cart',
          state: 'Healthy',
          observedAt: '2026-11-20T09:45:30.500Z',
          message: 'The alert DatabaseDown is resolved.',
          alert: {
            key: alertmanager.alerts[1]?.fingerprint,
            name: 'DatabaseDown',
            startsAt: new Date(alertmanager.alerts[1]?.startsAt ?? '').toISOString(),
            endsAt: '2026-11-20T09:45:30.500Z',
          },
        },
      ],
      ...READ,
      issues: [],
      ignored: [],
    });
  });

  test('says the same with null in optional fields as without them', () => {
    const whole = alert('db', 'critical', 'firing', T1);
    const withNulls = {
      ...group({ ...whole, annotations: null, endsAt: null, labels: { ...whole.labels, team: null } }),
      truncatedAlerts: null,
    };
    expect(read('alertmanager', withNulls)).toEqual(read('alertmanager', group(whole)));
    expect(read('alertmanager', withNulls)).toMatchObject({ issues: [], signals: [{ component: 'db', state: 'Outage' }] });
  });

  test('of Grafana', () => {
    expect(read('grafana', grafana)).toEqual({
      signals: [
        {
          path: 'alerts[0]',
          component: 'checkout',
          state: 'Degraded',
          observedAt: '2026-11-20T08:51:03.157Z',
          message: 'One checkout in five fails',
          alert: {
            key: grafana.alerts[0]?.fingerprint,
            name: grafana.alerts[0]?.labels.alertname,
            startsAt: '2026-11-20T08:51:03.157Z',
            endsAt: null,
          },
        },
      ],
      ...READ,
      issues: [],
      ignored: [],
    });
  });

  test('of Datadog, by the template that our guide prescribes', () => {
    expect(Object.keys(datadog)).toEqual(Object.keys(DATADOG_PAYLOAD));
    expect(read('datadog', datadog)).toEqual({
      signals: [
        {
          path: '',
          component: 'payment',
          state: 'Degraded',
          observedAt: new Date(1795168800000).toISOString(),
          message: '[P2] [Triggered] Payment latency on {service:payment}',
          alert: {
            key: JSON.stringify([datadog.alert_id, datadog.alert_scope]),
            name: 'Payment latency on {service:payment}',
            startsAt: new Date(1795168800000).toISOString(),
            endsAt: null,
          },
        },
      ],
      ...READ,
      issues: [],
      ignored: [],
    });
  });
});

describe('a source with its default settings', () => {
  test('an alert of Prometheus is about its job, after deciding whether it concerns health at all', () => {
    const labels = { alertname: 'InstanceDown', instance: '10.0.0.7:9187', job: 'postgres', severity: 'critical' };
    const payload = group({ ...alert(null, null, 'firing', T1), labels, annotations: { summary: 'postgres is down' } });
    expect(read('alertmanager', payload).signals).toMatchObject([{ component: 'postgres', state: 'Outage', message: 'postgres is down' }]);
    const watchdog = group({ ...alert(null, null, 'firing', T1), labels: { alertname: 'Watchdog', severity: 'none' } });
    expect(read('alertmanager', watchdog)).toEqual({ ...READ, signals: [], issues: [], ignored: [IGNORED] });
  });

  test.each(['DatasourceNoData', 'DatasourceError'])('%s of Grafana says nothing about health, unless told otherwise', (alertname) => {
    const labels = { alertname, datasource_uid: 'p1', ref_id: 'A', rulename: 'High error rate', service: 'checkout', severity: 'critical' };
    const payload = group({ ...alert(null, null, 'firing', T1), labels });
    expect(read('grafana', payload)).toEqual({ ...READ, signals: [], issues: [], ignored: [IGNORED] });
    expect(read('grafana', payload, { severityState: ['no data=Warning'] }).signals).toMatchObject([
      { component: 'checkout', state: 'Warning' },
    ]);
  });

  const byDefault = (title: string): unknown => {
    const { id, event_type, body, date, last_updated, org } = datadog;
    const { signals, ignored, issues } = read('datadog', { id, event_type, title, body, date, last_updated, org });
    return signals[0] === undefined
      ? ignored.length > 0
        ? 'ignored'
        : issues.map(({ path }) => path)
      : [signals[0].component, signals[0].state];
  };
  test.each([
    ['[P2] [Triggered on {service:payment,env:prod}] Payment latency', ['payment', 'Degraded']],
    ['[Triggered on {env:prod,service:payment}] Payment latency', ['payment', 'Outage']],
    ['[Warn on {service:payment}] Payment latency', ['payment', 'Warning']],
    ['[P1] [Re-Triggered] Payment latency on {service:payment}', ['payment', 'Outage']],
    ['[Recovered on {service:payment}] Payment latency', ['payment', 'Healthy']],
    ['[No Data on {service:payment}] Payment latency', 'ignored'],
    ['[Triggered] Payment latency', ['tags']],
    ['Payment latency on {service:payment}', ['alert_transition']],
  ])('the title of Datadog, %s, is read', (title, expected) => {
    expect(byDefault(title)).toEqual(expected);
  });
});

describe('an alert that ends', () => {
  test('says that it is resolved, not what was wrong', () => {
    const down = { annotations: { summary: 'db is down', description: 'db is down' } };
    const resolved = { ...alert('db', 'critical', 'resolved', T1), ...down };
    expect(read('alertmanager', group(resolved)).signals[0]?.message).toBe('The alert is resolved.');
    const named = { ...resolved, labels: { ...resolved.labels, alertname: 'InstanceDown' } };
    expect(read('grafana', group(named)).signals[0]?.message).toBe('The alert InstanceDown is resolved.');
    const event = { ...datadog, title: '', body: 'db is down', alert_transition: 'Recovered' };
    expect(read('datadog', event).signals[0]?.message).toBe('The alert is resolved.');
  });
});

describe('an alert that fits nothing', () => {
  test('is reported with everything that could be read from it', () => {
    const nameless = { ...alert(null, 'critical', 'firing', T1), annotations: { summary: 'Something is down' } };
    expect(read('alertmanager', group(nameless, alert('db', 'purple', 'firing', T2))).unmatched).toEqual([
      { path: 'alerts[0]', name: null, state: 'Outage', observedAt: T1, message: 'Something is down', reason: NO_COMPONENT },
      {
        path: 'alerts[1]',
        name: 'db',
        state: null,
        observedAt: T2,
        message: null,
        reason: expect.stringContaining('"purple" has no state') as string,
      },
    ]);
  });
});

describe('what tells alerts apart', () => {
  const keysOf = (...alerts: unknown[]): (string | undefined)[] =>
    read('alertmanager', group(...alerts)).signals.map((one) => one.alert.key);

  test('is the fingerprint, otherwise all labels in any order', () => {
    const whole = alert('db', 'critical', 'firing', T1);
    const turned = { ...whole, labels: { severity: 'critical', component: 'db' } };
    const [printed, plain, same, other] = keysOf({ ...whole, fingerprint: 'f1' }, whole, turned, alert('db', 'warning', 'firing', T1));
    expect([printed, same, new Set([printed, plain, other]).size]).toEqual(['f1', plain, 3]);
  });

  test.each<[string, object, object, boolean]>([
    ['the scopes of a monitor are two', { alert_id: '7', alert_scope: 'host:a' }, { alert_id: '7', alert_scope: 'host:b' }, false],
    ['monitors are two', { alert_id: '7', alert_scope: 'host:a' }, { alert_id: '8', alert_scope: 'host:a' }, false],
    [
      'begin and end are one',
      { alert_id: '7', alert_scope: 'a', title: '[Triggered] x' },
      { alert_id: '7', alert_scope: 'a', title: '[Recovered] x' },
      true,
    ],
    [
      'by title, begin and end are one',
      { title: '[P1] [Triggered on {host:a}] Load' },
      { title: '[P1] [Recovered on {host:a}] Load' },
      true,
    ],
    ['by title, the scopes are two', { title: '[Triggered on {host:a}] Load' }, { title: '[Triggered on {host:b}] Load' }, false],
  ])('for Datadog: %s', (_name, one, other, isSame) => {
    const { alert_id: _id, alert_scope: _scope, ...plain } = datadog;
    const [first, second] = [one, other].map((told) => read('datadog', { ...plain, ...told }).signals[0]?.alert.key);
    expect([typeof first, first === second]).toEqual(['string', isSame]);
  });
});

test('every alert is a signal of its own, also of the same component', () => {
  const { signals } = read('alertmanager', group(alert('db', 'critical', 'firing', T1), alert('db', 'warning', 'resolved', T2)));
  expect(signals.map(({ path, component, state }) => [path, component, state])).toEqual([
    ['alerts[0]', 'db', 'Outage'],
    ['alerts[1]', 'db', 'Healthy'],
  ]);
});

describe('the mapping', () => {
  test('uses the first label that exists, in the configured order', () => {
    const labels = { service: 'from-service', component: 'from-component', app: 'from-app', severity: 'critical' };
    const payload = group({ ...alert(null, null, 'firing', T1), labels });
    expect(read('alertmanager', payload).signals[0]?.component).toBe('from-component');
    expect(read('alertmanager', payload, { componentLabel: ['missing', 'app'] }).signals[0]?.component).toBe('from-app');
  });

  test('uses the configured severities in addition to the usual ones, in any case', () => {
    const severityState = ['Notice=Warning', 'warning=Outage', 'a=b=Degraded'];
    const stateFor = (severity: string) =>
      read('alertmanager', group(alert('db', severity, 'firing', T1)), { severityState })
        .signals.map(({ state }) => state)
        .join();
    expect(['NOTICE', 'warning', 'Critical', 'a=b'].map(stateFor)).toEqual(['Warning', 'Outage', 'Outage', 'Degraded']);
  });

  test('can use another severity label, and another state for alerts without a severity', () => {
    const payload = group({ ...alert('db', null, 'firing', T1), labels: { component: 'db', priority: 'p1' } });
    expect(read('alertmanager', payload).signals[0]?.state).toBe('Degraded');
    expect(read('alertmanager', payload, { defaultState: 'Warning' }).signals[0]?.state).toBe('Warning');
    expect(read('alertmanager', payload, { severityLabel: 'priority' }).signals[0]?.state).toBe('Outage');
  });

  test('refuses a severity with an unknown state', () => {
    expect(SignalSourceInput.safeParse({ source: 'grafana', severityState: ['sev1=Down'] }).success).toBe(false);
    expect(SignalSourceInput.safeParse({ source: 'nagios' }).success).toBe(false);
  });

  test('is the default if nothing is stated', () => {
    expect(mappingFrom({ source: 'grafana' })).toEqual(DEFAULT_MAPPING);
  });
});

test('an alert that says nothing about health is counted but makes no signal, also when it ends', () => {
  const payload = group(alert('db', 'info', 'firing', T1), alert('db', 'none', 'resolved', T1));
  expect(read('alertmanager', payload)).toEqual({
    ...READ,
    signals: [],
    issues: [],
    ignored: [IGNORED, { ...IGNORED, path: 'alerts[1]' }],
  });
});

describe('what cannot be mapped is named by its path, and the others are mapped', () => {
  const issuesOf = (payload: unknown) => read('alertmanager', payload).issues.map(({ path, message }) => `${path}: ${message}`);

  test('an alert that names no component', () => {
    const reading = read('alertmanager', group(alert('db', 'critical', 'firing', T1), alert(null, 'critical', 'firing', T1)));
    expect(reading.signals.map(({ component }) => component)).toEqual(['db']);
    expect(reading.issues).toEqual([{ path: 'alerts[1].labels', message: NO_COMPONENT }]);
  });

  test('a severity that has no state', () => {
    expect(issuesOf(group(alert('db', 'Purple', 'firing', T1)))).toEqual([
      'alerts[0].labels.severity: "Purple" has no state; define one with severityState=purple=Outage',
    ]);
  });

  test('a severity that is the name of a property of every object', () => {
    expect(issuesOf(group(alert('db', 'constructor', 'firing', T1)))).toHaveLength(1);
  });

  test('a component name that is invalid', () => {
    const payload = group(alert('x'.repeat(129), 'critical', 'firing', T1));
    expect(issuesOf(payload)).toEqual(['alerts[0].labels.component: is neither a technicalName nor a GUID']);
  });

  test('an alert of another shape', () => {
    const { issues, unmatched } = read('alertmanager', group({ status: 'silenced', labels: { component: 3 } }, 'text'));
    expect(issues.map(({ path }) => path)).toEqual(['alerts[0]', 'alerts[1]']);
    expect(issues.map(({ message }) => message)).toEqual([
      'status must be one of firing, resolved; labels.component must be a string, not a number',
      'must be an object, not a string',
    ]);
    expect(unmatched).toHaveLength(2);
  });

  test('alerts that the sender left out', () => {
    expect(issuesOf({ ...group(), truncatedAlerts: 3 })).toEqual([
      'truncatedAlerts: 3 more were left out by the sender because of its own limit',
    ]);
  });

  test.each([[null], ['text'], [[]], [{}], [{ alerts: {} }]])('a payload that is not a group of alerts: %j', (payload) => {
    const { isReadable, signals, issues } = read('grafana', payload);
    expect([isReadable, signals, issues.length]).toEqual([false, [], 1]);
  });
});

describe('moments and messages', () => {
  test('a missing or invalid time is left out', () => {
    const moments = ['not a moment', '0001-01-01T00:00:00Z', undefined].map(
      (startsAt) => read('alertmanager', firing({ startsAt })).signals[0]?.observedAt,
    );
    expect(moments).toEqual([null, null, null]);
  });

  test('a message is cut to what a signal may carry, and never within a character', () => {
    const summary = `${'x'.repeat(997)}${'😀'.repeat(10)}`;
    const message = read('alertmanager', firing({ annotations: { summary } })).signals[0]?.message;
    expect(message).toBe(`${'x'.repeat(997)}…`);
  });

  test('a message that the database cannot store is cleaned', () => {
    const summary = 'a\u0000b\ud800c';
    expect(read('alertmanager', firing({ annotations: { summary } })).signals[0]?.message).toBe('ab\ufffdc');
  });
});

describe('an event of Datadog', () => {
  const stateOf = (told: Record<string, unknown>) => {
    const { signals, ignored, issues } = read('datadog', { ...datadog, title: 'Payment latency', alert_scope: '', ...told });
    return signals[0]?.state ?? (ignored.length > 0 ? 'ignored' : issues.map(({ path }) => path));
  };
  const table: [string, Record<string, unknown>, unknown][] = [
    ['Triggered without priority is an Outage', { alert_priority: '' }, 'Outage'],
    ['Re-Triggered is judged by the priority of its monitor', { alert_transition: 'Re-Triggered', alert_priority: 'P1' }, 'Outage'],
    ['a severity among the tags comes before the priority', { tags: 'service:payment,severity:warning' }, 'Warning'],
    ['Warn is a Warning', { alert_transition: 'Warn' }, 'Warning'],
    ['Re-Warn is a Warning', { alert_transition: 'Re-Warn' }, 'Warning'],
    ['Recovered is Healthy', { alert_transition: 'Recovered' }, 'Healthy'],
    ['No Data says nothing about health', { alert_transition: 'No Data' }, 'ignored'],
    ['Renotify is judged by the alert type', { alert_transition: 'Renotify', alert_type: 'warning' }, 'Warning'],
    ['without a transition the alert type decides', { alert_transition: '$ALERT_TRANSITION', alert_type: 'success' }, 'Healthy'],
    ['info without a transition says nothing about health', { alert_transition: 'Null', alert_type: 'info' }, 'ignored'],
    ['without transition and alert type it cannot be mapped', { alert_transition: null, alert_type: null }, ['alert_transition']],
    ['an unknown transition cannot be mapped', { alert_transition: 'Exploded' }, ['alert_transition']],
    ['a variable that was not filled in counts as missing', { tags: '$TAGS' }, ['tags']],
    ['tags that name no component cannot be mapped', { tags: 'env:prod,plain' }, ['tags']],
  ];

  test.each(table)('%s', (_name, told, expected) => {
    expect(stateOf(told)).toEqual(expected);
  });

  test('a time may be a number or a date-time; if it is missing, the last update is used', () => {
    const moment = (told: Record<string, unknown>) => read('datadog', { ...datadog, ...told }).signals[0]?.observedAt;
    expect(moment({ date: 1795168800000 })).toBe(new Date(1795168800000).toISOString());
    expect(moment({ date: T1 })).toBe(T1);
    expect(moment({ date: '1795168800' })).toBe(new Date(1795168800000).toISOString());
    expect(moment({ date: 1795168800 })).toBe(new Date(1795168800000).toISOString());
    expect(moment({ date: '$DATE' })).toBe(new Date(1795168805000).toISOString());
  });

  test('the refusal of an event that is not an alert says what to add', () => {
    const { id, body, date } = datadog;
    expect(read('datadog', { id, title: 'Deployed', body, date }).issues).toEqual([{ path: 'tags', message: NO_COMPONENT }]);
  });
});
