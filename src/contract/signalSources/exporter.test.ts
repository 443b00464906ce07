/** An exporter reports faults and does not have them, unless a label that somebody set names it. */
import { describe, expect, test } from 'vitest';
import { ALERTMANAGER } from './alertGroup';
import type { SourceMapping } from './alertSource';
import { DEFAULT_MAPPING } from './signalSource';

function reading(labels: Record<string, string>, mapping: SourceMapping = DEFAULT_MAPPING) {
  const alert = { status: 'firing', labels: { alertname: 'Fault', severity: 'critical', ...labels }, startsAt: '2026-11-20T09:00:00Z' };
  return ALERTMANAGER.read({ version: '4', alerts: [alert] }, mapping);
}
const componentFor = (labels: Record<string, string>): string | undefined => reading(labels).signals[0]?.component;

describe('an alert of an exporter is about what its labels name as the subject', () => {
  test.each<[string, Record<string, string>, string]>([
    ['the deployment', { job: 'kube-state-metrics', deployment: 'parcel' }, 'parcel'],
    ['the workload before the deployment', { job: 'kube-state-metrics', deployment: 'parcel-canary', workload: 'parcel' }, 'parcel'],
    ['the owner of the pod', { job: 'kube-state-metrics', pod: 'parcel-7c9f-x2x4z', created_by_name: 'parcel' }, 'parcel'],
    ['the stateful set', { service: 'prometheus-kube-state-metrics', statefulset: 'ledger' }, 'ledger'],
    ['the job that failed', { job: 'monitoring/kube-state-metrics', job_name: 'nightly' }, 'nightly'],
    ['the probed address', { job: 'blackbox', instance: 'https://parcel:8443/health?deep=1' }, 'parcel'],
    ['the probed host and port', { job: 'blackbox-exporter', target: 'parcel:5432' }, 'parcel'],
    ['another label that names a component', { job: 'postgres_exporter', service: 'ledger' }, 'ledger'],
    [
      'a label that somebody set',
      { component: 'kube-state-metrics', job: 'kube-state-metrics', deployment: 'parcel' },
      'kube-state-metrics',
    ],
  ])('%s', (_name, labels, expected) => {
    expect(componentFor(labels)).toBe(expected);
  });
});

describe('an alert of an exporter without a subject', () => {
  test.each(['kube-state-metrics', 'node-exporter', 'blackbox', 'cadvisor', 'kubelet', 'prometheus-node-exporter', 'mysqld_exporter'])(
    'is unmatched and does not put %s to Outage',
    (job) => {
      const { signals, unmatched } = reading({ job, service: job });
      expect(signals).toEqual([]);
      expect(unmatched).toMatchObject([{ name: null, state: 'Outage' }]);
    },
  );

  test('says which parameter would map it, and that parameter does', () => {
    const labels = { job: 'kube-state-metrics', namespace: 'trade', pod: 'parcel-5d9f7c6b8-x2x4z', container: 'app' };
    const { issues, unmatched } = reading(labels);
    const reason =
      '"kube-state-metrics" reports this fault but is not what failed; name the label that says what failed, for example ' +
      'componentLabel=faultline_component,component,service,app,job,container (it has container, pod, namespace)';
    expect(issues).toEqual([{ path: 'alerts[0].labels.job', message: reason }]);
    expect(unmatched.map((alert) => alert.reason)).toEqual([reason]);
    const componentLabels = /componentLabel=(\S+)/.exec(reason)?.[1]?.split(',') ?? [];
    expect(reading(labels, { ...DEFAULT_MAPPING, componentLabels }).signals).toMatchObject([{ component: 'app' }]);
  });

  test('and without a label that could name one asks for a label', () => {
    expect(reading({ job: 'node-exporter' }).issues).toEqual([
      {
        path: 'alerts[0].labels.job',
        message:
          '"node-exporter" reports this fault but is not what failed, and no label names what failed; give the alert a label named component',
      },
    ]);
  });
});

test('a component whose name only contains the name of an exporter has its own faults', () => {
  expect(['exporter-billing', 'kubelet-cache', 'blackboxes'].map((job) => componentFor({ job }))).toEqual([
    'exporter-billing',
    'kubelet-cache',
    'blackboxes',
  ]);
});
