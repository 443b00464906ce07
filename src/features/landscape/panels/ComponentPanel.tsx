/** One component: its fields, its dependencies and dependents, and a link to its blast radius. */
'use client';

import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { IconFocusCentered } from '@tabler/icons-react';
import { BlastRadiusButton } from '@/client/BlastRadiusButton';
import { HelpOf } from '@/client/help/HelpOf';
import { KindIcon } from '@/client/symbols/KindIcon';
import { NotifyBell } from '@/client/notifications/NotifyBell';
import { OpenAlerts } from '@/client/OpenAlerts';
import { LiveNow } from '@/client/symbols/LiveNow';
import { COMPONENT_KIND_LABELS, LIFECYCLE_LABELS, TIER_LABELS } from '@/client/labels/labels';
import { ScenarioButton } from '@/client/ScenarioButton';
import { useTRPC } from '@/client/trpc';
import { UnreadPanel } from '@/client/UnreadPanel';
import type { ComponentPlace } from '@/contract/landscapePicture';
import { FactList } from '@/ui/FactList';
import { SidePanel } from '@/ui/SidePanel';
import { NeighbourList } from './NeighbourList';
import { ViewButton } from './ViewButton';
import type { ChangeView, ViewChange } from '@/features/landscape/address/landscapeAddress';
import type { Prefetch } from '@/features/landscape/data/useLandscape';

interface Props {
  place: UseQueryResult<ComponentPlace, unknown>;
  /** Whether its neighbours are already shown. */
  isInFocus: boolean;
  onSelect(id: string): void;
  change: ChangeView;
  onFound(entity: { kind: 'application' | 'hosting-zone' | 'capability'; id: string }): void;
  onClose(): void;
  prefetch: Prefetch;
  /** The view that shows its neighbours. */
  neighboursOf(id: string): ViewChange;
}

export function ComponentPanel({ place, isInFocus, change, onSelect, onFound, onClose, prefetch, neighboursOf }: Props) {
  const { data } = place;
  if (data === undefined) return <UnreadPanel noun="Component" query={place} onClose={onClose} />;
  const { component, live, application, capabilities, dependencies, dependents, counts, hostingZones, technologies, datasets } = data;
  const asked = { onSelect, onLikely: prefetch.component };
  const names = (entities: readonly { name: string }[]): string => entities.map(({ name }) => name).join(', ');
  return (
    <SidePanel
      title={component.name}
      label={`Component ${component.name}`}
      onClose={onClose}
      subtitle={component.technicalName}
      isTechnical
    >
      <Stack gap="md">
        <Group gap={6}>
          <Badge variant="default" tt="none" size="md" leftSection={<KindIcon kind={component.kind} size={12} />}>
            {COMPONENT_KIND_LABELS[component.kind]}
          </Badge>
          {component.isExternal && (
            <Badge variant="outline" color="gray" tt="none" size="md">
              External
            </Badge>
          )}
        </Group>
        <LiveNow live={live} />
        <OpenAlerts component={component.id} />
        <BlastRadiusButton kind="component" id={component.id}>
          Show blast radius
        </BlastRadiusButton>
        <ScenarioButton entities={[{ kind: 'component', id: component.id }]} />
        <NotifyBell size="sm" kind="component" id={component.id} name={component.name} />
        {!isInFocus && (
          <ViewButton icon={IconFocusCentered} to={neighboursOf(component.id)} change={change} prefetch={prefetch}>
            Show only its neighbours
          </ViewButton>
        )}
        <MoreOf componentId={component.id} />
        <HelpOf kind="component" id={component.id} />
        <FactList
          facts={[
            { name: 'Application', value: application.name, onClick: () => onFound({ kind: 'application', id: application.id }) },
            { name: 'Criticality', value: TIER_LABELS[application.criticalityTier] },
            { name: 'Team', value: application.ownerTeam },
            { name: 'Lifecycle', value: LIFECYCLE_LABELS[application.lifecycleState] },
            { name: 'Capabilities', value: names(capabilities) },
            { name: 'Hosting zones', value: names(hostingZones) },
            { name: 'Technologies', value: names(technologies) },
            { name: 'Data', value: names(datasets) },
          ]}
        />
        <NeighbourList title="Depends on" count={counts.dependencies} neighbours={dependencies} empty="No dependencies." {...asked} />
        <NeighbourList title="Dependents" count={counts.dependents} neighbours={dependents} empty="No dependents." {...asked} />
      </Stack>
    </SidePanel>
  );
}

/** What the picture does not carry is loaded when the panel opens. */
function MoreOf({ componentId }: { componentId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.components.get.queryOptions({ idOrTechnicalName: componentId }));
  if (data?.description == null || data.description === '') return null;
  return <Text size="sm">{data.description}</Text>;
}
