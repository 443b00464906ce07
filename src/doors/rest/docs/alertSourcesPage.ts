/**
 * The page on how to send alerts here, with a configuration to paste for each monitoring system. A test reads them as those systems would.
 */
import { DEFAULT_MAPPING } from '@/contract/signalSources/signalSource';
import { append } from '@/plain/grouped';
import { ALERT_CONFIGURATIONS } from './alertConfigurations';
import { readBook } from './book';
import { highlighted } from './highlight';
import { siteResponse } from './siteFrame';

function block(name: string, text: string): string {
  const code = text.trimEnd();
  const language = code.startsWith('{') ? 'json' : code.startsWith('http') ? '' : 'yaml';
  return `<div class="code"><pre tabindex="0" aria-label="${name}"><code>${highlighted(code, language)}</code></pre></div>`;
}

function severities(): string {
  const byState = new Map<string, string[]>();
  for (const [severity, state] of Object.entries(DEFAULT_MAPPING.stateBySeverity)) append(byState, state, severity);
  const rows = [...byState].map(([state, names]) => `<tr><th scope="row">${state}</th><td>${names.join(', ')}</td></tr>`);
  return `<table><thead><tr><th scope="col">state</th><th scope="col">severity</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** What its sections are called, in their order. */
const HEADINGS = [
  ['alertmanager', 'Prometheus Alertmanager'],
  ['grafana', 'Grafana'],
  ['datadog', 'Datadog'],
  ['components', 'Which component an alert is about'],
  ['apart', 'Several alerts about one component'],
  ['states', 'What a severity means'],
] as const;

export async function alertSourcesPage(): Promise<Response> {
  const { alertmanager, grafana, datadog } = ALERT_CONFIGURATIONS;
  const [alertmanagerHead, grafanaHead, datadogHead, components, apart, states] = HEADINGS.map(
    ([anchor, text]) => `<h2 id="${anchor}">${text}</h2>`,
  );
  const body = `<h1>Alert sources</h1>
<p>Alertmanager, Grafana and Datadog send their alerts as they are. Create an API key with the scope <code>health</code>. Replace
<code>KEY</code> with it, <code>HOST</code> with your host, and <code>TENANT</code> with the GUID of your tenant. <a href="/docs/guides/prometheus">Prometheus, step by step</a></p>
${alertmanagerHead}
<p>In <code>alertmanager.yml</code>. The key is in the file that <code>credentials_file</code> names. Replace <code>default</code> with your own receivers;
<code>continue</code> sends the alerts to them too.</p>
${block('Configuration of Alertmanager', alertmanager)}
${grafanaHead}
<p>Save this as a file in <code>provisioning/alerting</code>, or enter the same fields under Alerting, Contact points. Then select the contact point in a notification policy.</p>
${block('Contact point of Grafana', grafana)}
${datadogHead}
<p>Under Integrations, Webhooks, create a webhook named <code>faultline</code> with this URL, these custom headers and this payload. Then write
<code>@webhook-faultline</code> in the message of a monitor. The default payload works too, but then only the title is read, which has only the tags that the monitor is grouped by.</p>
${block('URL of the webhook of Datadog', datadog.url)}
${block('Custom headers of the webhook of Datadog', datadog.headers)}
${block('Payload of the webhook of Datadog', datadog.payload)}
${components}
<p>The first of these labels or tags that an alert has: <code>${DEFAULT_MAPPING.componentLabels.join('</code>, <code>')}</code>. Its value is the technicalName or the GUID of a component.
To use other labels, append <code>?componentLabel=team_service,service</code> to the URL.</p>
<p>An exporter such as kube-state-metrics, node-exporter or blackbox reports faults of others. Where <code>job</code>, <code>service</code> or <code>app</code> names an exporter, the
alert is about the workload, owner of a pod, deployment or probed host that another label names. If no label does, it matches no component, and the reason names the parameter that would map it.</p>
<p>An alert that matches no component is also answered with 202, because sending it again would not help. <code>GET /health-signals?status=Unmatched</code> lists it with the reason.</p>
${apart}
<p>Each alert is known by its fingerprint, or by its labels if it has none; at Datadog by its monitor and scope. The worst that fires counts, together with what the component last reported itself.
If several systems of one kind send different alerts, append a name to the URL of each, such as <code>?instance=eu</code>; replicas share one.</p>
${states}
<p>A resolved alert means Healthy. A firing alert has the state of its label <code>${DEFAULT_MAPPING.severityLabel}</code>, in upper or lower case; without that label it is ${DEFAULT_MAPPING.defaultState}.
Ignore means that the alert says nothing about health. Append <code>?severityState=sev1=Outage,notice=Ignore</code> to the URL to add severities;
<code>severityLabel</code> and <code>defaultState</code> change the rest.</p>
${severities()}`;
  const headings = HEADINGS.map(([anchor, text]) => ({ anchor, text, depth: 2 }));
  return siteResponse({ path: '/docs/alert-sources', title: 'Alert sources', body, headings }, await readBook());
}
