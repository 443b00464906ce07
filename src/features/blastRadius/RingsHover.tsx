/** What is under the pointer, in words. */
import { Group, Text } from '@mantine/core';
import { DependencyNote } from '@/client/symbols/DependencyNote';
import { StateMark } from '@/client/symbols/StateMark';
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { PictureDependency } from '@/contract/landscapePicture';
import { GraphTooltip } from '@/ui/graph/GraphTooltip';
import type { Hover } from '@/ui/graph/useCytoscape';

interface Props {
  hover: Hover;
  answer: BlastRadiusAnswer;
  travelled: readonly PictureDependency[] | null;
}

export function RingsHover({ hover, answer, travelled }: Props) {
  const all = [...answer.origin, ...answer.components];
  if (hover.kind === 'node') {
    const component = all.find(({ id }) => id === hover.id);
    if (component === undefined) return null;
    const reached = answer.components.find(({ id }) => id === hover.id);
    return (
      <GraphTooltip at={hover.at}>
        <Group gap="xs">
          <Text size="xs" fw={600}>
            {component.name}
          </Text>
          <StateMark state={component.expectedState} />
        </Group>
        <Text size="xs" c="dimmed">
          {COMPONENT_KIND_LABELS[component.kind]} · {reached === undefined ? 'where it starts' : `${countOf(reached.depth, 'hop')} away`}
        </Text>
      </GraphTooltip>
    );
  }
  const dependency = travelled?.find(({ id }) => id === hover.id);
  const source = all.find(({ id }) => id === dependency?.sourceComponentId)?.name;
  const target = all.find(({ id }) => id === dependency?.targetComponentId)?.name;
  if (dependency === undefined || source === undefined || target === undefined) return null;
  return (
    <GraphTooltip at={hover.at}>
      <DependencyNote source={source} target={target} dependency={dependency} />
    </GraphTooltip>
  );
}
