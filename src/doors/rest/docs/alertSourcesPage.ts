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
<p>Alertmanager, Grafana and Datadog send their alerts as they are. Create an API key with the scope <code>health</code>, put it in the place of
<code>KEY</code>, and your host and the GUID of your tenant in the place of <code>HOST</code> and <code>TENANT</code>. <a href="/docs/guides/prometheus">Prometheus, step by step</a> · <a href="/docs/guides">All guides</a> · <a href="/docs">API reference</a></p>
<h2 id="alertmanager">Prometheus Alertmanager</h2>
<p>In <code>alertmanager.yml</code>. The key stands in the file that <code>credentials_file</code> names. Put your own receivers in the place of <code>default</code>;
<code>continue</code> lets them have the alerts too.</p>
${block('Configuration of Alertmanager', alertmanager)}
<h2 id="grafana">Grafana</h2>
<p>As a file below <code>provisioning/alerting</code>, or the same fields under Alerting, Contact points. Then name the contact point in a notification policy.</p>
${block('Contact point of Grafana', grafana)}
<h2 id="datadog">Datadog</h2>
<p>Under Integrations, Webhooks: a new webhook named <code>faultline</code> with this URL, these custom headers and this payload. Then write
<code>@webhook-faultline</code> into the message of a monitor. The default payload is taken as well; then the title is read, which names only the tags that the monitor is grouped by.</p>
${block('URL of the webhook of Datadog', datadog.url)}
${block('Custom headers of the webhook of Datadog', datadog.headers)}
${block('Payload of the webhook of Datadog', datadog.payload)}
<h2 id="components">Which component an alert is about</h2>
<p>The first of these labels or tags that an alert has: <code>${DEFAULT_MAPPING.componentLabels.join('</code>, <code>')}</code>. Its value is the technicalName or the GUID of a component.
<code>?componentLabel=team_service,service</code> behind the URL names others.</p>
<p>An alert that fits no component is answered by 202 all the same, so that nothing is sent again in vain. <code>GET /health-signals?status=Unmatched</code> lists it, with the reason.</p>
<h2 id="states">What a severity means</h2>
<p>A resolved alert is Healthy. One that fires has the state of its label <code>${DEFAULT_MAPPING.severityLabel}</code>, in any case; without one it is ${DEFAULT_MAPPING.defaultState}.
An alert that means Ignore says nothing about health. <code>?severityState=sev1=Outage,notice=Ignore</code> behind the URL adds to it,
<code>severityLabel</code> and <code>defaultState</code> change the rest.</p>
${severities()}
</main>`,
  );
}
