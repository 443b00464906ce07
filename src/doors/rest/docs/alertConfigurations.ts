/** The configurations to paste into each monitoring system that sends alerts here. */
import { DATADOG_PAYLOAD } from '@/contract/signalSources/datadogEvent';
import type { SignalSource } from '@/contract/signalSources/alertSources';

const addressOf = (source: SignalSource): string => `https://HOST/api/TENANT/health-signals/from/${source}`;

/** The text to paste, by monitoring system. HOST, TENANT and KEY are replaced by hand. */
export const ALERT_CONFIGURATIONS = {
  alertmanager: `route:
  receiver: default
  routes:
    - receiver: faultline
      continue: true
receivers:
  - name: default
  - name: faultline
    webhook_configs:
      - url: ${addressOf('alertmanager')}
        send_resolved: true
        http_config:
          authorization:
            type: Bearer
            credentials_file: /etc/alertmanager/faultline.key
`,
  grafana: `apiVersion: 1
contactPoints:
  - orgId: 1
    name: Faultline
    receivers:
      - uid: faultline
        type: webhook
        disableResolveMessage: false
        settings:
          url: ${addressOf('grafana')}
          httpMethod: POST
          authorization_scheme: Bearer
          authorization_credentials: KEY
`,
  datadog: {
    url: addressOf('datadog'),
    headers: JSON.stringify({ Authorization: 'Bearer KEY' }, null, 2),
    payload: JSON.stringify(DATADOG_PAYLOAD, null, 2),
  },
} as const satisfies Readonly<Record<SignalSource, unknown>>;
