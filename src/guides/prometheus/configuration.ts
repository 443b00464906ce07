/** The files that Prometheus and Alertmanager run with: a rule, where its alert goes, and the way from there to Faultline. */
import { ALERT_CONFIGURATIONS } from '@/doors/rest/docs/alertConfigurations';

/** The metric that the rule watches; 1 where all is well. */
export const METRIC = 'shop_database_up';
export const ALERT = 'ShopDatabaseDown';

/** prometheus.yml: looks every second, so that the trial is short. Addresses are `host:port`. */
export function prometheusConfiguration({ metrics, alertmanager }: { metrics: string; alertmanager: string }): string {
  return `global:
  scrape_interval: 1s
  evaluation_interval: 1s
rule_files:
  - rules.yml
scrape_configs:
  - job_name: shop
    static_configs:
      - targets: ['${metrics}']
alerting:
  alertmanagers:
    - static_configs:
        - targets: ['${alertmanager}']
`;
}

/** rules.yml: `component` says which component an alert is about, `severity` how bad it is. */
export function ruleFile(component: string): string {
  return `groups:
  - name: shop
    rules:
      - alert: ${ALERT}
        expr: ${METRIC} == 0
        for: 2s
        labels:
          severity: critical
          component: ${JSON.stringify(component)}
        annotations:
          summary: The shop's database does not answer.
`;
}

/** How soon Alertmanager passes on what is new in a group of alerts. Its own defaults are 30 seconds and 5 minutes. */
const TIMING = `  group_wait: 1s
  group_interval: 1s
`;

/** alertmanager.yml: what `/docs/alert-sources` shows, for this installation, and quick. */
export function alertmanagerConfiguration({ url, tenantId, keyFile }: { url: string; tenantId: string; keyFile: string }): string {
  return ALERT_CONFIGURATIONS.alertmanager
    .replace('https://HOST', url.replace(/\/+$/, ''))
    .replace('TENANT', tenantId)
    .replace('/etc/alertmanager/faultline.key', keyFile)
    .replace('  receiver: default\n', `  receiver: default\n${TIMING}`);
}
