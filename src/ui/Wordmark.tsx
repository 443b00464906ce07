/** The product's name with its mark: a line that breaks. */
import { Group, Text } from '@mantine/core';

export function Wordmark({ size = 20 }: { size?: number }) {
  return (
    <Group gap={8} wrap="nowrap">
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="var(--mantine-color-indigo-6)" />
        <path d="M4 14.5h5l2-7 3 10 2-5.5h4" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <Text fw={650} size="md" component="span" lts="-0.01em">
        Faultline
      </Text>
    </Group>
  );
}
