/** The supported monitoring systems, by the name in the path. */
import { ALERTMANAGER, GRAFANA } from './alertGroup';
import type { AlertSource } from './alertSource';
import { DATADOG } from './datadogEvent';

export const ALERT_SOURCES = { alertmanager: ALERTMANAGER, grafana: GRAFANA, datadog: DATADOG } satisfies Record<string, AlertSource>;
export type SignalSource = keyof typeof ALERT_SOURCES;
