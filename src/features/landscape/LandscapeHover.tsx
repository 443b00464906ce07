/** What is under the pointer, in words. */
import { Group, Text } from '@mantine/core';
import { DependencyNote } from '@/client/symbols/DependencyNote';
import { KindIcon } from '@/client/symbols/KindIcon';
import { LiveMark } from '@/client/symbols/LiveMark';
import { COMPONENT_KIND_LABELS, TIER_LABELS, TYPE_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import type { LandscapePicture, PictureBundle } from '@/contract/landscapePicture';
import { GraphTooltip } from '@/ui/graph/GraphTooltip';
import type { Hover } from '@/ui/graph/useCytoscape';
import { troubleWords } from './healthWords';
import { bundleId, type PreparedLandscape } from './prepareLandscape';

interface Props {
  hover: Hover;
  data: LandscapePicture;
  prepared: PreparedLandscape;
}

export function LandscapeHover({ hover, data, prepared }: Props) {
  const content = hover.kind === 'node' ? describeNode(hover.id, data) : describeEdge(hover.id, data, prepared);
  return content === null ? null : <GraphTooltip at={hover.at}>{content}</GraphTooltip>;
}

function describeNode(id: string, data: LandscapePicture) {
  const component = data.components.find((candidate) => candidate.id === id);
  if (component === undefined) return describeGroup(id, data);
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <KindIcon kind={component.kind} />
        <Text size="xs" fw={600}>
          {component.name}
        </Text>
        <LiveMark {...component} />
      </Group>
      <Text size="xs" c="dimmed">
        {COMPONENT_KIND_LABELS[component.kind]}
        {component.isExternal ? ' · external' : ''} · {component.applicationName} · {component.technicalName}
      </Text>
      {component.otherGroups > 0 && (
        <Text size="xs" c="dimmed">
          Belongs to {countOf(component.otherGroups, 'other group')} too; it is drawn once.
        </Text>
      )}
    </>
  );
}

function describeGroup(id: string, data: LandscapePicture) {
  const group = data.groups.find(({ key }) => key === id);
  if (group === undefined) return null;
  const trouble = troubleWords(group.troubled);
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <Text size="xs" fw={600}>
          {group.name}
        </Text>
        <LiveMark {...group} />
      </Group>
      <Text size="xs" c="dimmed">
        {group.criticalityTier === null ? '' : `${TIER_LABELS[group.criticalityTier]} · `}
        {countOf(group.componentCount, 'component')}
        {trouble === '' ? '' : ` · ${trouble}`}. Double-click {group.isFolded ? 'unfolds' : 'folds'} it.
      </Text>
    </>
  );
}

function describeEdge(id: string, data: LandscapePicture, prepared: PreparedLandscape) {
  const nameOf = (ofId: string): string =>
    data.components.find((candidate) => candidate.id === ofId)?.name ?? data.groups.find(({ key }) => key === ofId)?.name ?? 'something';
  const dependency = data.dependencies.find((candidate) => candidate.id === id);
  if (dependency !== undefined) {
    return (
      <DependencyNote source={nameOf(dependency.sourceComponentId)} target={nameOf(dependency.targetComponentId)} dependency={dependency} />
    );
  }
  const bundle = prepared.bundles.find((candidate) => bundleId(candidate) === id);
  return bundle === undefined ? null : describeBundle(bundle, nameOf(bundle.sourceId), nameOf(bundle.targetId));
}

function describeBundle({ count, parts }: PictureBundle, source: string, target: string) {
  const tally = new Map<string, number>();
  for (const { dependencyType, mode, propagates, count: some } of parts) {
    const words = `${TYPE_LABELS[dependencyType]} (${mode}${propagates ? '' : ', does not propagate'})`;
    tally.set(words, (tally.get(words) ?? 0) + some);
  }
  return (
    <>
      <Text size="xs" fw={600}>
        {source} depends on {target} in {countOf(count, 'way')}.
      </Text>
      {[...tally].map(([words, some]) => (
        <Text size="xs" key={words} c="dimmed">
          {some.toLocaleString('en')} × {words}
        </Text>
      ))}
    </>
  );
}
