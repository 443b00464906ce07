/** The files in this folder: the chart against its schema and what it should produce, and metrics against those that exist. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { metrics } from '@/server/observability/metrics';
import { renderChart } from './renderChart';

const here = join('src', 'ops', 'deploy');
const chart = join(here, 'helm');
const read = (...path: string[]): string => readFileSync(join(here, ...path), 'utf8');
const values = parse(read('helm', 'values.yaml')) as Record<string, unknown>;
const schema = z.fromJSONSchema(JSON.parse(read('helm', 'values.schema.json')) as Parameters<typeof z.fromJSONSchema>[0]);

type Manifest = { kind: string; metadata: { name: string }; [key: string]: unknown };

function manifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null)
    .sort((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`));
}

/** The names of all our metrics, as the source of the server states them. */
function statedMetrics(): string[] {
  const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const texts = sources
    .map((path) => readFileSync(join('src/server', path), 'utf8'))
    .filter((text) => /from '(prom-client|.*\/metrics)'/.test(text));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/'(faultline_\w+)'/g)].map(([, name = '']) => name)))].sort();
}

/** Everything switched on, with values that would break a template that inserts them unescaped. */
const EVERYTHING = {
  ...values,
  name: 'impact',
  env: { LOG_LEVEL: 'debug', HEALTH_HISTORY_DAYS: '30', ALLOWED_HOSTS: 'a: "b", {c} # d' },
  autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9, targetCPUUtilizationPercentage: 60 },
  ingress: { enabled: true, className: 'nginx', annotations: { 'example.org/a': '1' }, host: 'impact.example.com', tlsSecret: 'tls' },
  networkPolicy: { ...(values.networkPolicy as object), enabled: true },
  serviceMonitor: { enabled: true, interval: '15s' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
};
const SETS = {
  default: values,
  everything: EVERYTHING,
  singleLogin: { ...values, singleLogin: true },
  noMigrationJob: { ...values, migrationJob: { enabled: false } },
};

describe('the Helm chart', () => {
  it.each(Object.entries(SETS))('renders golden/%s.yaml', (name, given) => {
    schema.parse(given);
    const made = manifests(Object.values(renderChart(chart, given)).join('\n---\n'));
    expect(made).toEqual(manifests(read('golden', `${name}.yaml`)));
  });

  const hasHelm = spawnSync('helm', ['version']).status === 0;
  it.runIf(hasHelm).each(Object.entries(SETS))('renders the same with helm itself: %s', (name, given) => {
    const made = execFileSync('helm', ['template', 'faultline', chart, '--values', '-'], {
      input: JSON.stringify(given),
      encoding: 'utf8',
    });
    expect(manifests(made)).toEqual(manifests(read('golden', `${name}.yaml`)));
  });

  it.each<[string, object]>([
    ['an unknown value', { ...values, replica: 2 }],
    ['an invalid port', { ...values, networkPolicy: { ...(values.networkPolicy as object), databasePort: 0 } }],
    ['an address without a scheme', { ...values, publicUrl: 'faultline.example.com' }],
    ['a number in the environment', { ...values, env: { HEALTH_HISTORY_DAYS: 30 } }],
  ])('refuses %s', (_, given) => {
    expect(schema.safeParse(given).success).toBe(false);
  });

  it('has the version of the product', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(parse(read('helm', 'Chart.yaml'))).toMatchObject({ version, appVersion: version });
    expect(values.image).toMatchObject({ tag: version });
  });
});

describe('the login that owns the tables', () => {
  const serving = (kind: Manifest): string => JSON.stringify(kind);

  it('is known to no replica of a chart with a migration job, nor of kubernetes.yaml or compose.yaml', () => {
    const deployments = (text: string): string[] =>
      manifests(text)
        .filter(({ kind }) => kind === 'Deployment')
        .map(serving);
    for (const given of [values, EVERYTHING]) {
      const [deployment = ''] = deployments(Object.values(renderChart(chart, given)).join('\n---\n'));
      expect(deployment).not.toMatch(/owner/i);
    }
    const { spec } = (parseAllDocuments(read('kubernetes.yaml'))[0]?.toJS() ?? {}) as {
      spec: { template: { spec: { initContainers: object[]; containers: object[] } } };
    };
    expect(JSON.stringify(spec.template.spec.containers)).not.toMatch(/owner/i);
    expect(JSON.stringify(spec.template.spec.initContainers)).toContain('faultline-owner');
    const { services } = parse(read('compose.yaml')) as { services: Record<string, { environment: Record<string, string> }> };
    const urls = (service: string): string[] =>
      Object.entries(services[service]?.environment ?? {})
        .filter(([name]) => name.startsWith('DATABASE_'))
        .map(([name, url]) => `${name} ${new URL(url.replace(/\$\{\w+\}/, 'x')).username}`);
    expect(urls('migrate')).toEqual(['DATABASE_OWNER_URL faultline_owner']);
    expect(urls('faultline')).toEqual(['DATABASE_URL faultline_app', 'DATABASE_SYSTEM_URL faultline_system']);
  });
});

/** The service itself, for operators; and what is impacted, for anyone with a key: the server offers those for download. */
const RULES = [join(here, 'prometheus', 'alerts.yaml'), join('public', 'monitoring', 'impact-alerts.yaml')];
const DASHBOARDS = [join(here, 'grafana', 'faultline.json'), join('public', 'monitoring', 'impact-dashboard.json')] as const;

describe('alerts and dashboards', () => {
  it('use only metrics that exist', () => {
    const own = metrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name);
    const known = new Set([...statedMetrics(), ...own]);
    const asked = [...RULES, ...DASHBOARDS].flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b(?:faultline|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('use only metrics that the guide lists', () => {
    const listed = [...readFileSync('src/guides/running-it.md', 'utf8').matchAll(/`(faultline_\w+)`/g)].map(([, name]) => name);
    const logins = ['faultline_app', 'faultline_system', 'faultline_owner'];
    expect([...new Set(listed)].filter((name) => !logins.includes(name ?? '')).sort()).toEqual(statedMetrics());
  });

  it.each(RULES)('%s is well-formed', (path) => {
    const { groups } = parse(readFileSync(path, 'utf8')) as { groups: { rules: object[] }[] };
    expect(groups).not.toEqual([]);
    for (const rule of groups.flatMap(({ rules }) => rules))
      expect(rule).toMatchObject({ alert: expect.any(String), expr: expect.any(String), annotations: { summary: expect.any(String) } });
  });

  it.each(DASHBOARDS)('%s has panels with ids of their own, none of which overlap', (path) => {
    const { panels } = JSON.parse(readFileSync(path, 'utf8')) as {
      panels: { id: number; gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('show no amount where the key may not see any', () => {
    const { panels } = JSON.parse(readFileSync(DASHBOARDS[1], 'utf8')) as {
      panels: { title: string; fieldConfig: { defaults: object } }[];
    };
    const [cost] = panels.filter(({ title }) => title === 'Expected cost per hour');
    expect(cost?.fieldConfig.defaults).toMatchObject({ noValue: 'not shown to this key' });
  });
});

it('names every file in its README', () => {
  const readme = read('README.md');
  const missing = readdirSync(here).filter((name) => !/\.ts$|^README|^golden$|dockerignore$/.test(name) && !readme.includes(`\`${name}`));
  expect(missing).toEqual([]);
});
