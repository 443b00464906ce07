/** Takes from an event's envelope what the checker needs to know. */
import type { SeenEvent } from './history';

export interface Envelope {
  id: string;
  sequence: number;
  type: string;
  data: Record<string, unknown>;
}

export function seenEvent({ id, sequence, type, data }: Envelope): SeenEvent {
  return {
    id,
    sequence,
    type,
    incidentId: type.startsWith('incident.') ? String(data.id) : null,
    landscapeVersion: type === 'landscape.changed' ? Number(data.landscapeVersion) : null,
  };
}
