/** The frame of pages outside a tenant: the product's name, a box with a heading, and a line below it. */
'use client';

import { Box, Center, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Wordmark } from '@/ui/Wordmark';

interface Props {
  title: string;
  intro?: ReactNode;
  foot: ReactNode;
  children: ReactNode;
}

export function DoorFrame({ title, intro, foot, children }: Props) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={420}>
        <Center mb="xl">
          <Wordmark size={26} />
        </Center>
        <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg" bg="var(--surface)">
          <Title order={1} mb={intro === undefined ? 'md' : 4}>
            {title}
          </Title>
          {intro !== undefined && (
            <Text size="sm" c="dimmed" mb="lg">
              {intro}
            </Text>
          )}
          {children}
        </Paper>
        <Text size="xs" c="dimmed" ta="center" mt="md" component="div">
          {foot}
        </Text>
      </Box>
    </Center>
  );
}
