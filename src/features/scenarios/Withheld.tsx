/** Dependencies that are assumed to pass no failure on, each with a button to restore it. */
'use client';

import { ActionIcon, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import classes from './ScenariosPage.module.css';

interface Props {
  withheld: readonly string[];
  onChange(withheld: string[]): void;
}

export function Withheld({ withheld, onChange }: Props) {
  const words = useDependencyWords(withheld);
  if (withheld.length === 0) return null;
  return (
    <section aria-label="Assumed to pass nothing on">
      <Title order={2} mb={6}>
        Assumed to pass nothing on ({withheld.length})
      </Title>
      <ul className="bare-list">
        {withheld.map((id) => (
          <li key={id} className={classes.member}>
            <span className={classes.name}>{words.get(id) ?? '…'}</span>
            <ActionIcon
              onClick={() => onChange(withheld.filter((other) => other !== id))}
              aria-label={`Let ${words.get(id) ?? 'it'} pass failures on again`}
            >
              <IconX size={15} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Checkout on Store A`, by id. */
function useDependencyWords(ids: readonly string[]): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const read = useQueries({ queries: ids.map((id) => trpc.dependencies.get.queryOptions({ id })) });
  const ends = [
    ...new Set(read.flatMap(({ data }) => (data === undefined ? [] : [data.sourceComponentId, data.targetComponentId]))),
  ].sort();
  const named = useQuery({ ...trpc.landscape.names.queryOptions({ kind: 'component', ids: ends }), enabled: ends.length > 0 });
  const names = new Map(named.data?.map(({ id, name }) => [id, name]));
  const words = new Map<string, string>();
  read.forEach(({ data, isError }, index) => {
    const id = ids[index] ?? '';
    if (isError) words.set(id, 'No longer in the landscape');
    if (data !== undefined) words.set(id, `${names.get(data.sourceComponentId) ?? '…'} on ${names.get(data.targetComponentId) ?? '…'}`);
  });
  return words;
}
