/** Tells an exporter, which reports faults of others, from the component that has the fault. Only a label that somebody set can mean the exporter itself. */
type Labels = Readonly<Record<string, string>>;

/** Labels that Prometheus sets to where it got the figures from. Other labels name a component because somebody said so. */
const SCRAPED_FROM: ReadonlySet<string> = new Set(['job', 'service', 'app']);

/** Also with a prefix, as installations by Helm and jobs of the operator have: `prometheus-node-exporter`, `monitoring/kube-state-metrics`. */
const EXPORTER = /(^|[-_./])(kube-state-metrics|cadvisor|kubelet|pushgateway|exporter|blackbox)$/i;
const BLACKBOX = /(^|[-_./])blackbox([-_]exporter)?$/i;

/** Labels in which the rules of kube-prometheus and the exporters name what has the fault, the most exact first. */
const SUBJECTS = ['workload', 'owner_name', 'created_by_name', 'deployment', 'statefulset', 'daemonset', 'cronjob', 'job_name'] as const;

/** Labels that may name the component of an alert whose subject no other label names, in the order in which we propose them. */
const PROPOSED = ['container', 'pod', 'namespace', 'instance', 'node'] as const;

/** Whether this label only says which exporter the figures came from. */
export function namesExporter(label: string, value: string): boolean {
  return SCRAPED_FROM.has(label) && EXPORTER.test(value.trim());
}

/** The label that says which exporter reports the alert; undefined if none does. */
export function exporterLabel(labels: Labels): string | undefined {
  return [...SCRAPED_FROM].find((label) => namesExporter(label, labelOf(labels, label)));
}

/** What an alert of the exporter is about, with the label that names it; undefined if no label does. */
export function subjectOf(labels: Labels, exporter: string): { label: string; name: string } | undefined {
  const label = SUBJECTS.find((name) => labelOf(labels, name) !== '');
  if (label !== undefined) return { label, name: labelOf(labels, label) };
  const probed = ['target', 'instance'].find((name) => labelOf(labels, name) !== '');
  if (!BLACKBOX.test(exporter.trim()) || probed === undefined) return undefined;
  const name = hostOf(labelOf(labels, probed));
  return name === '' ? undefined : { label: probed, name };
}

/** Why an alert of the exporter is about no component, with the parameter of the address that would change that. */
export function reasonWithoutSubject(labels: Labels, exporter: string, componentLabels: readonly string[]): string {
  const present = PROPOSED.filter((name) => labelOf(labels, name) !== '');
  const why = `"${exporter.trim().slice(0, 100)}" reports this fault but is not what failed`;
  const [first] = present;
  if (first === undefined) return `${why}, and no label names what failed; give the alert a label named component`;
  return `${why}; name the label that says what failed, for example componentLabel=${[...componentLabels, first].join(',')} (it has ${present.join(', ')})`;
}

/** Trimmed; empty if there is no such label. */
export function labelOf(labels: Labels, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name]?.trim() ?? '') : '';
}

/** The host of a probed address, with or without scheme and port. */
function hostOf(address: string): string {
  return address
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '');
}
