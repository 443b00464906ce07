/** One section of a settings page: a heading, a sentence, and its controls. */
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

export function Section({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" radius="md" bg="var(--surface)" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {intro !== undefined && (
        <Text size="sm" c="dimmed" mt={2} component="div">
          {intro}
        </Text>
      )}
      <Stack gap="md" mt="md">
        {children}
      </Stack>
    </Paper>
  );
}
