/** The kind of a component, as a sign and a word. */
import { Group, Text } from '@mantine/core';
import { COMPONENT_KIND_LABELS } from '@/client/labels/labels';
import { KindIcon } from '@/client/symbols/KindIcon';
import type { DrawnComponent } from '@/contract/landscapePicture';

export function Kind({ kind, isExternal }: { kind: DrawnComponent['kind']; isExternal: boolean }) {
  return (
    <Group gap={6} wrap="nowrap">
      <KindIcon kind={kind} />
      <Text size="sm" component="span">
        {COMPONENT_KIND_LABELS[kind]}
        {isExternal ? ', external' : ''}
      </Text>
    </Group>
  );
}
