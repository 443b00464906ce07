/**
 * The page on how to send alerts here, with a configuration to paste for each monitoring system. A test reads them as those systems would.
 */
import { DEFAULT_MAPPING } from '@/contract/signalSources/signalSource';
import { ALERT_CONFIGURATIONS } from './alertConfigurations';
import { pageResponse } from './referencePage';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{border:1px solid;border-radius:6px;padding:.75rem 1rem;overflow-x:auto}
h2{margin:2rem 0 .25rem;font-size:1.2rem}table{border-collapse:collapse}td,th{text-align:left;padding:.15rem 1.25rem .15rem 0}`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function block(name: string, text: string): string {
  return `<pre tabindex="0" aria-label="${name}"><code>${escaped(text.trimEnd())}</code></pre>`;
}

function severities(): string {
  const byState = new Map<string, string[]>();
  for (const [severity, state] of Object.entries(DEFAULT_MAPPING.stateBySeverity))
    byState.set(state, [...(byState.get(state) ?? []), severity]);
  const rows = [...byState].map(([state, names]) => `<tr><th scope="row">${state}</th><td>${names.join(', ')}</td></tr>`);
  return `<table><thead><tr><th scope="col">state</th><th scope="col">severity</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

export function alertSourcesPage(): Response {
  const { alertmanager, grafana, datadog } = ALERT_CONFIGURATIONS;
  return pageResponse(
    'Alert sources',
    `<style>${STYLE}</style>
<main>
<h1>Alert sources</h1>
<p>Alertmanager, Grafana and Datadog send their alerts as they are. Create an API key with the scope <code>health</code>. Replace
<code>KEY</code> with it, <code>HOST</code> with your host, and <code>TENANT</code> with the GUID of your tenant. <a href="/docs/guides/prometheus">Prometheus, step by step</a> · <a href="/docs/guides">All guides</a> · <a href="/docs">API reference</a></p>
<h2 id="alertmanager">Prometheus Alertmanager</h2>
<p>In <code>alertmanager.yml</code>. The key is in the file that <code>credentials_file</code> names. Replace <code>default</code> with your own receivers;
<code>continue</code> sends the alerts to them too.</p>
${block('Configuration of Alertmanager', alertmanager)}
<h2 id="grafana">Grafana</h2>
<p>Save this as a file in <code>provisioning/alerting</code>, or enter the same fields under Alerting, Contact points. Then select the contact point in a notification policy.</p>
${block('Contact point of Grafana', grafana)}
<h2 id="datadog">Datadog</h2>
<p>Under Integrations, Webhooks, create a webhook named <code>faultline</code> with this URL, these custom headers and this payload. Then write
<code>@webhook-faultline</code> in the message of a monitor. The default payload works too, but then only the title is read, which has only the tags that the monitor is grouped by.</p>
${block('URL of the webhook of Datadog', datadog.url)}
${block('Custom headers of the webhook of Datadog', datadog.headers)}
${block('Payload of the webhook of Datadog', datadog.payload)}
<h2 id="components">Which component an alert is about</h2>
<p>The first of these labels or tags that an alert has: <code>${DEFAULT_MAPPING.componentLabels.join('</code>, <code>')}</code>. Its value is the technicalName or the GUID of a component.
To use other labels, append <code>?componentLabel=team_service,service</code> to the URL.</p>
<p>An exporter such as kube-state-metrics, node-exporter or blackbox reports a fault and does not have it. Where <code>job</code>, <code>service</code> or <code>app</code> names one, the
alert is about its workload, the owner of its pod, its deployment or the probed host. If no label says so, it matches no component, and the reason names the parameter that would map it.</p>
<p>An alert that matches no component is also answered with 202, because sending it again would not help. <code>GET /health-signals?status=Unmatched</code> lists it with the reason.</p>
<h2 id="apart">Several alerts about one component</h2>
<p>Each alert is known by its fingerprint, or by its labels if it has none; at Datadog by its monitor and scope. The worst that fires counts, together with what the component last reported itself.
Systems of the same kind whose alerts are not the same each append a name to the URL, such as <code>?instance=eu</code>; replicas share one.</p>
<h2 id="states">What a severity means</h2>
<p>A resolved alert means Healthy. A firing alert has the state of its label <code>${DEFAULT_MAPPING.severityLabel}</code>, in upper or lower case; without that label it is ${DEFAULT_MAPPING.defaultState}.
Ignore means that the alert says nothing about health. Append <code>?severityState=sev1=Outage,notice=Ignore</code> to the URL to add severities;
<code>severityLabel</code> and <code>defaultState</code> change the rest.</p>
${severities()}
</main>`,
  );
}
