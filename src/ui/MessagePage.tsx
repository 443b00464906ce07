/** A page that has one thing to say, and one way on. */
'use client';

import { Button, Center, Stack, Text, Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

type Action = { label: string; href: string } | { label: string; onClick: () => void };

export function MessagePage({ title, detail, action }: { title: string; detail: ReactNode; action?: Action }) {
  return (
    <Center component="main" mih="80dvh" p="lg">
      <Stack gap="sm" align="center" maw={440} ta="center">
        <Title order={1}>{title}</Title>
        <Text c="dimmed" size="sm" component="div">
          {detail}
        </Text>
        {action !== undefined && 'href' in action && (
          <Button component={Link} href={action.href} mt="xs" size="sm">
            {action.label}
          </Button>
        )}
        {action !== undefined && 'onClick' in action && (
          <Button onClick={action.onClick} mt="xs" size="sm">
            {action.label}
          </Button>
        )}
      </Stack>
    </Center>
  );
}
