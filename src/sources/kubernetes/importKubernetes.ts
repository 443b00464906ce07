/** Imports Kubernetes resources: from file names to the text of a manifest. Both the command line and the browser call it. */
import { countOf } from '@/plain/counts';
import { byCodeUnit } from '@/plain/order';
import type { Importer } from '@/sources/importer';
import { importedName } from '@/sources/proposal/importedText';
import { importedAs } from '@/sources/proposal/imported';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { sourceName } from '@/sources/proposal/sourceName';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { importKubernetes } from './kubernetesImport';
import { readResources, type Resource } from './resources';

const HELP = `
Workloads become components; their applications are named by the labels app.kubernetes.io/part-of and instance. Services give workloads
their host names. Host names in variables, commands and ConfigMaps become dependencies that the manifest marks as suggested. Secrets are
never read. Databases and brokers run by operators, ingresses and network policies are read too. Templates are not rendered here.

Examples:
  faultline import kubernetes manifests/ -o landscape.yaml
  helm template shop ./chart > shop.yaml; faultline import kubernetes shop.yaml
  kubectl get deploy,sts,ds,cj,svc,ing,cm,pdb,netpol,nodes -A -o json > cluster.json; faultline import kubernetes cluster.json`;

export const KUBERNETES: Importer = {
  kind: 'kubernetes',
  source: 'Kubernetes resources',
  help: HELP,
  options: [
    { flags: '--namespace <name>', description: 'map only this namespace; resources that state none belong to it' },
    { flags: '--context-name <name>', description: 'prefix of every technicalName, to tell clusters or environments apart' },
    { flags: '--group-by <what>', description: 'make each namespace one application', choices: ['namespace'] },
    { flags: '--no-policies', description: 'suggest no dependencies from network policies' },
  ],
  defaultName: 'the one application or namespace, else the directory',
  // Groups of Kubernetes itself end so, and those of operators have a dot. Backstage writes its entities in the same form.
  recognise: ({ text }) => {
    const [, apiVersion] =
      /(?:^[ \t]*(?:-[ \t]+)?|[{,]\s*)["']?apiVersion["']?\s*:\s*["']?([a-z][a-z0-9.-]*(?:\/v\d\w*)|v1)["']?\s*(?:[,}#]|$)/m.exec(text) ??
      [];
    if (
      apiVersion === undefined ||
      /(?:^|\.)backstage\.io\//.test(apiVersion) ||
      !/^[ \t]*(?:-[ \t]+)?["']?kind["']?\s*:|[{,]\s*["']?kind["']?\s*:/m.test(text)
    )
      return null;
    return `it has apiVersion ${apiVersion}`;
  },
  read: (paths, source, options, report) => {
    const { name, own } = options;
    const namespace = typeof own.namespace === 'string' ? own.namespace : null;
    const all = readResources(paths, source, namespace, report, options);
    const resources = namespace === null ? all : all.filter((one) => one.namespace === namespace || one.kind === 'Node');
    const others = all.length - resources.length;
    if (others > 0)
      report.decided(undefined, `${countOf(others, 'resource')} of other namespaces ${others === 1 ? 'was' : 'were'} left out`);
    if (resources.length === 0)
      throw new UnreadableSource(`there is no Kubernetes resource in ${paths.join(', ')}`, 'nothing_found', {
        hint: 'resources are YAML or JSON documents with apiVersion and kind',
      });
    const context = importedName(typeof own.contextName === 'string' ? own.contextName : undefined) ?? '';
    const stated = importedName(name) ?? nameFor(resources, namespace, paths, source, report);
    const imported = importKubernetes(
      resources,
      name === undefined && context !== '' ? `${context}-${stated}` : stated,
      { context, isByNamespace: own.groupBy === 'namespace', arePoliciesRead: own.policies !== false },
      report,
    );
    return importedAs('kubernetes', imported, report, { from: countOf(resources.length, 'resource'), evidence: 'names' });
  },
};

/** The only application that the labels name, the only namespace, or the directory. */
function nameFor(
  resources: readonly Resource[],
  namespace: string | null,
  paths: readonly string[],
  source: SourceFiles,
  report: ImportReport,
): string {
  const only = (values: readonly (string | undefined)[]): string | undefined => {
    const distinct = [...new Set(values.filter((value) => value !== undefined))];
    return distinct.length === 1 ? distinct[0] : undefined;
  };
  const application = only(resources.map(({ labels }) => labels.get('app.kubernetes.io/part-of')));
  const place = only(resources.map((one) => one.namespace).filter((one) => one !== 'default'));
  return sourceName([namespace ?? application ?? place], [...paths].sort(byCodeUnit), source, report, 'kubernetes');
}
