/** The state of an incident: its own shape beside the word. */
import { Group, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconEye, IconGitMerge, IconTrash, IconUserCheck, type Icon } from '@tabler/icons-react';
import type { IncidentState } from '@/domain/vocabulary';
import { INCIDENT_COLOURS } from '@/client/labels/incidentLabels';
import { INCIDENT_STATE_LABELS } from '@/domain/incidentWords';

const ICONS: Readonly<Record<IncidentState, Icon>> = {
  Open: IconAlertCircle,
  Acknowledged: IconUserCheck,
  Monitoring: IconEye,
  Resolved: IconCircleCheck,
  Merged: IconGitMerge,
  Removed: IconTrash,
};

export function IncidentMark({ state }: { state: IncidentState }) {
  const StateIcon = ICONS[state];
  return (
    <Group gap={5} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'middle' }} c={INCIDENT_COLOURS[state]}>
      <StateIcon size={14} aria-hidden="true" style={{ flex: 'none' }} />
      <Text component="span" size="xs" fw={600}>
        {INCIDENT_STATE_LABELS[state]}
      </Text>
    </Group>
  );
}
