/** One dependency in words: what it is, what a failure does along it, and how it is set. */
import { Text } from '@mantine/core';
import { dependencySentence, effectSentence, modeLabel, type DependencyFacts } from '@/client/labels/dependencyLabels';

interface Props {
  source: string;
  target: string;
  dependency: DependencyFacts & { redundancyGroup: string | null };
}

export function DependencyNote({ source, target, dependency }: Props) {
  return (
    <>
      <Text size="xs" fw={600}>
        {dependencySentence(source, dependency.dependencyType, target)}
      </Text>
      <Text size="xs">{effectSentence(source, target, dependency, dependency.redundancyGroup)}</Text>
      <Text size="xs" c="dimmed">
        {modeLabel(dependency)}
      </Text>
    </>
  );
}
