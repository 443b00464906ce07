/** A page with one message and one way to continue. */
'use client';

import { Box, Button, Center, Stack, Text, Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Wordmark } from './Wordmark';

type Action = { label: string; href: string } | { label: string; onClick: () => void };

interface Props {
  title: string;
  detail: ReactNode;
  action?: Action;
  /** Inside a tenant's frame, which already provides the main landmark and the product's name. */
  isFramed?: boolean;
}

export function MessagePage({ title, detail, action, isFramed = false }: Props) {
  return (
    <Center {...(isFramed ? {} : { component: 'main' })} mih="80dvh" p="lg">
      <Stack gap="sm" align="center" maw={440} ta="center">
        {!isFramed && (
          <Box mb="lg">
            <Wordmark size={26} />
          </Box>
        )}
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
