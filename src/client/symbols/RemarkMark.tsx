/** A remark beside the state of a component: an icon and a few words, explained on hover. */
import { Group, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  icon: Icon;
  colour: string;
  explanation: string;
  children: ReactNode;
}

export function RemarkMark({ icon: Symbol, colour, explanation, children }: Props) {
  return (
    <Group gap={5} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'middle' }} c={colour} title={explanation}>
      <Symbol size={14} aria-hidden="true" style={{ flex: 'none' }} />
      <Text component="span" size="xs" fw={600}>
        {children}
      </Text>
    </Group>
  );
}
