/** The whole way once: a rule of Prometheus fires, Alertmanager sends it, Faultline opens an incident, and all of it ends again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALERT, METRIC, alertmanagerConfiguration, prometheusConfiguration, ruleFile } from './configuration';

/** Told to the person as it is. */
export class TrialProblem extends Error {}

export interface Trial {
  /** Of Faultline, without a path. */
  url: string;
  tenantId: string;
  /** With the scopes read and health. */
  key: string;
  /** technicalName of a healthy component, which the alert is about. */
  component: string;
  programs: Programs;
  /** Hears what happens, a line each. */
  tell: (line: string) => void;
  signal: AbortSignal;
}

export interface Programs {
  prometheus: string;
  alertmanager: string;
}

/** Where Prometheus and Alertmanager are. Debian calls the latter prometheus-alertmanager. Throws TrialProblem naming those that are missing. */
export function findPrograms(path: string): Programs {
  const find = (...names: string[]): string | undefined =>
    path
      .split(delimiter)
      .flatMap((directory) => names.map((name) => join(directory, name)))
      .find(isExecutable);
  const prometheus = find('prometheus');
  const alertmanager = find('alertmanager', 'prometheus-alertmanager');
  if (prometheus !== undefined && alertmanager !== undefined) return { prometheus, alertmanager };
  const missing = [...(prometheus === undefined ? ['prometheus'] : []), ...(alertmanager === undefined ? ['alertmanager'] : [])];
  throw new TrialProblem(
    `${missing.join(' and ')} cannot be found in PATH. On Debian and Ubuntu: apt-get install prometheus prometheus-alertmanager`,
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs until the incident is resolved; then nothing is left of it but the incident. Throws TrialProblem where something does not happen in time. */
export async function runTrial(trial: Trial): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-prometheus-'));
  const shop = { isUp: true };
  const metrics = createServer((_, response) => response.end(`${METRIC} ${shop.isUp ? 1 : 0}\n`));
  const children: ChildProcess[] = [];
  try {
    await checkComponent(trial);
    const metricsPort = await listen(metrics);
    const [prometheusPort, alertmanagerPort] = [await freePort(), await freePort()];
    writeFiles(trial, directory, { metricsPort, alertmanagerPort });
    children.push(
      start(trial.programs.alertmanager, directory, [
        '--config.file=alertmanager.yml',
        '--storage.path=alertmanager-data',
        `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
        '--cluster.listen-address=',
        '--log.level=error',
      ]),
      start(trial.programs.prometheus, directory, [
        '--config.file=prometheus.yml',
        '--storage.tsdb.path=prometheus-data',
        `--web.listen-address=127.0.0.1:${prometheusPort}`,
        '--log.level=error',
      ]),
    );
    const prometheus = `http://127.0.0.1:${prometheusPort}`;
    const alertmanager = `http://127.0.0.1:${alertmanagerPort}`;
    await until(trial, 'Prometheus and Alertmanager are ready', 60, async () => {
      const answers = await Promise.all([`${prometheus}/-/ready`, `${alertmanager}/-/ready`].map(isOk));
      return answers.every(Boolean) ? '' : null;
    });
    await follow(trial, shop, { prometheus, alertmanager });
  } finally {
    metrics.closeAllConnections();
    metrics.close();
    await Promise.all(children.map(stop));
    rmSync(directory, { recursive: true, force: true });
  }
}

async function follow(trial: Trial, shop: { isUp: boolean }, { prometheus, alertmanager }: Record<'prometheus' | 'alertmanager', string>) {
  const { component } = trial;
  const isFiring = async (): Promise<boolean> => {
    const { data } = await json<{ data: { alerts: { state: string; labels: Record<string, string> }[] } }>(`${prometheus}/api/v1/alerts`);
    return data.alerts.some(({ state, labels }) => state === 'firing' && labels.alertname === ALERT);
  };
  shop.isUp = false;
  trial.tell(`${METRIC} is 0 now`);
  await until(trial, `Prometheus: the alert ${ALERT} fires`, 60, async () => ((await isFiring()) ? '' : null));
  await until(trial, 'Alertmanager: has the alert', 60, async () => {
    const alerts = await json<{ labels: Record<string, string> }[]>(`${alertmanager}/api/v2/alerts`);
    return alerts.some(({ labels }) => labels.alertname === ALERT) ? '' : null;
  });
  await until(trial, `Faultline: ${component} is unhealthy`, 60, async () => {
    const found = (await snapshot(trial)).unhealthy.find(({ technicalName }) => technicalName === component);
    return found === undefined ? null : found.state;
  });
  const { openAfterSeconds, resolveAfterSeconds } = await ask<{ openAfterSeconds: number; resolveAfterSeconds: number }>(trial, '/tenant');
  let number = 0;
  await until(trial, 'Faultline: there is an incident', openAfterSeconds + 60, async () => {
    const [incident] = await incidents(trial, `state=Open,Acknowledged&component=${component}`);
    number = incident?.number ?? 0;
    return incident === undefined ? null : `number ${incident.number}, ${incident.state}, its cause is ${incident.cause}`;
  });
  shop.isUp = true;
  trial.tell(`${METRIC} is 1 again`);
  await until(trial, `Prometheus: the alert ${ALERT} is gone`, 60, async () => ((await isFiring()) ? null : ''));
  await until(trial, `Faultline: ${component} is healthy`, 60, async () => {
    const { unhealthy } = await snapshot(trial);
    return unhealthy.some(({ technicalName }) => technicalName === component) ? null : '';
  });
  trial.tell(`the incident is resolved once it has been quiet for ${resolveAfterSeconds} s`);
  await until(trial, 'Faultline: the incident is resolved', resolveAfterSeconds + 60, async () => {
    const found = (await incidents(trial, `component=${component}&limit=50`)).find((incident) => incident.number === number);
    return found?.state === 'Resolved' ? `number ${found.number}` : null;
  });
}

function writeFiles(
  { url, tenantId, key, component }: Trial,
  directory: string,
  ports: { metricsPort: number; alertmanagerPort: number },
): void {
  const keyFile = join(directory, 'faultline.key');
  const addresses = { metrics: `127.0.0.1:${ports.metricsPort}`, alertmanager: `127.0.0.1:${ports.alertmanagerPort}` };
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(join(directory, 'alertmanager.yml'), alertmanagerConfiguration({ url, tenantId, keyFile }));
  writeFileSync(join(directory, 'prometheus.yml'), prometheusConfiguration(addresses));
  writeFileSync(join(directory, 'rules.yml'), ruleFile(component));
}

async function checkComponent(trial: Trial): Promise<void> {
  const { unhealthy } = await snapshot(trial);
  await ask(trial, `/components/${trial.component}`);
  if (unhealthy.some(({ technicalName }) => technicalName === trial.component))
    throw new TrialProblem(`${trial.component} is unhealthy already: name another component`);
}

const snapshot = (trial: Trial) => ask<{ unhealthy: { technicalName: string; state: string }[] }>(trial, '/impact/snapshot');

async function incidents(trial: Trial, query: string): Promise<{ number: number; state: string; cause: string }[]> {
  return (await ask<{ items: { number: number; state: string; cause: string }[] }>(trial, `/incidents?${query}`)).items;
}

async function ask<Answer>({ url, tenantId, key }: Trial, path: string): Promise<Answer> {
  const response = await fetch(`${url}/api/${tenantId}${path}`, { headers: { authorization: `Bearer ${key}` } }).catch((error: unknown) => {
    throw new TrialProblem(`${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  });
  const body = (await response.json()) as Answer & { detail?: string };
  if (!response.ok) throw new TrialProblem(`${path}: ${response.status} ${body.detail ?? ''}`);
  return body;
}

async function json<Answer>(address: string): Promise<Answer> {
  return (await fetch(address)).json() as Promise<Answer>;
}

async function isOk(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Calls `look` until it returns a text, and prints that; null means not yet. */
async function until(trial: Trial, what: string, seconds: number, look: () => Promise<string | null>): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== null) {
      trial.tell(found === '' ? what : `${what} (${found})`);
      return;
    }
    if (performance.now() > end) throw new TrialProblem(`This did not happen within ${seconds} s: ${what}`);
    await sleep(250, undefined, { signal: trial.signal });
  }
}

function start(program: string, cwd: string, args: readonly string[]): ChildProcess {
  // What goes wrong with their files, they say themselves.
  return spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
