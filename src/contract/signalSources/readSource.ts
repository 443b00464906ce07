/** Reads what any of the monitoring systems has sent. */
import { readAlertGroup } from './alertGroup';
import { readDatadogEvent } from './datadogEvent';
import type { SignalSource, SourceMapping, SourceReading } from './signalSource';

/** Never throws: everything wrong with the payload is in the issues. */
export function readSource(source: SignalSource, payload: unknown, mapping: SourceMapping): SourceReading {
  switch (source) {
    case 'alertmanager':
    case 'grafana':
      return readAlertGroup(source, payload, mapping);
    case 'datadog':
      return readDatadogEvent(payload, mapping);
  }
}
