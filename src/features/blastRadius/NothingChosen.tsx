/** Before anything is chosen to fail: what to choose from. */
'use client';

import { Center, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { EntityIcon } from '@/client/look/EntityIcon';
import { entityKindWords } from '@/client/look/words';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import classes from './NothingChosen.module.css';

const SUGGESTIONS = 12;

export function NothingChosen() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.landscape.find.queryOptions({ search: '', kinds: ['application', 'capability', 'hosting-zone', 'technology'], limit: SUGGESTIONS }));
  return (
    <Center p="lg" flex={1} style={{ overflow: 'auto' }}>
      <Stack maw={640} gap="sm">
        <Title order={2}>What if something fails?</Title>
        <Text size="sm" c="dimmed">
          Choose what fails: a component, an application, a hosting zone, a technology, a data set, or any other of the nine kinds. Search above, or begin with one of these.
        </Text>
        <Group gap="xs">
          {data?.map(({ id, kind, name }) => (
            <UnstyledButton key={id} component={Link} href={blastRadiusHref(tenantId, kind, id)} prefetch={false} className={classes.start} aria-label={`${name}, ${entityKindWords(kind)}`}>
              <EntityIcon kind={kind} />
              {name}
            </UnstyledButton>
          ))}
        </Group>
        {data?.length === 0 && <Text size="sm">This landscape is still empty. The landscape page tells how to fill it.</Text>}
      </Stack>
    </Center>
  );
}
