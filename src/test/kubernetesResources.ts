/** Small resources of Kubernetes, and what an import makes of them, in a line each. */
import type { ImporterOptions } from '@/sources/importer';
import { KUBERNETES } from '@/sources/kubernetes/importKubernetes';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { memoryDisk } from './memoryDisk';

export function imported(files: string | Record<string, string>, own: ImporterOptions['own'] = {}): Imported {
  const disk = typeof files === 'string' ? { 'all.yaml': files } : files;
  return KUBERNETES.read(Object.keys(disk), memoryDisk(disk), { own }, new ImportReport());
}

/** Components as `application/name Kind`, in the order of the manifest. */
export const componentsOf = ({ manifest }: Imported): string[] =>
  (manifest.applications ?? []).flatMap((one) =>
    (one.components ?? []).map(({ technicalName, kind = 'unknown' }) => `${one.technicalName}/${technicalName} ${kind}`),
  );
export const namesOf = (result: Imported): string[] => componentsOf(result).map((line) => line.replace(/^.*\/| .*$/g, ''));
export const edgesOf = ({ manifest }: Imported): string[] =>
  (manifest.dependencies ?? []).map(
    ({ source, target, dependencyType, mode, required }) =>
      `${source} → ${target} ${dependencyType} ${mode}${required === false ? ' optional' : ''}`,
  );
export const saidBy = ({ report }: Imported): string[] =>
  report.map(({ type, message, count }) => `${type}: ${message}${count === undefined ? '' : ` (${count})`}`);

export interface Stated {
  kind?: string;
  apiVersion?: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  image?: string;
  env?: Record<string, string>;
  pod?: object;
  spec?: object;
}

/** A workload with one container, as JSON, which is YAML too. */
export function workload(
  name: string,
  {
    kind = 'Deployment',
    apiVersion = 'apps/v1',
    namespace,
    labels,
    annotations,
    image = 'acme/x',
    env = {},
    pod = {},
    spec = {},
  }: Stated = {},
): string {
  const variables = Object.entries(env).map(([key, value]) => ({ name: key, value }));
  const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image, env: variables }], ...pod } };
  const inner = kind === 'CronJob' ? { jobTemplate: { spec: { template } } } : { template };
  return JSON.stringify({ apiVersion, kind, metadata: { name, namespace, labels, annotations }, spec: { ...inner, ...spec } });
}
export const resource = (apiVersion: string, kind: string, name: string, rest: object = {}, namespace?: string): string =>
  JSON.stringify({ apiVersion, kind, metadata: { name, namespace }, ...rest });
export const service = (name: string, app: string = name, namespace?: string): string =>
  resource('v1', 'Service', name, { spec: { selector: { app } } }, namespace);
export const all = (...documents: string[]): string => documents.join('\n---\n');
