/** What fails in the scenario. Each failure can be switched off and on, made worse or milder, or removed. */
'use client';

import { ActionIcon, NativeSelect, Switch, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type { BasketMember } from '@/client/scenarioBasket';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { entityKindLabel } from '@/client/labels/labels';
import { useTRPC } from '@/client/trpc';
import { ENTITY_KINDS, FAILURE_STATES, type FailureState } from '@/domain/vocabulary';
import classes from './ScenariosPage.module.css';

interface Props {
  basket: readonly BasketMember[];
  onChange(basket: BasketMember[]): void;
}

export function Basket({ basket, onChange }: Props) {
  const names = useNames(basket);
  const put = (id: string, next: Partial<BasketMember>): void =>
    onChange(basket.map((member) => (member.id === id ? { ...member, ...next } : member)));
  return (
    <section aria-label="What fails">
      <Title order={2} mb={6}>
        What fails ({basket.filter(({ isOff }) => !isOff).length} of {basket.length})
      </Title>
      <ul className="bare-list">
        {basket.map(({ kind, id, state, isOff }) => {
          const name = names.get(id) ?? '…';
          return (
            <li key={id} className={classes.member} data-off={isOff}>
              <Switch
                size="xs"
                checked={!isOff}
                onChange={(event) => put(id, { isOff: !event.currentTarget.checked })}
                aria-label={`${name} fails`}
              />
              <EntityIcon kind={kind} />
              <span className={classes.name}>
                {name}
                <span className={classes.detail}>{entityKindLabel(kind)}</span>
              </span>
              <NativeSelect
                size="xs"
                data={[...FAILURE_STATES].reverse()}
                value={state}
                onChange={(event) => put(id, { state: event.currentTarget.value as FailureState })}
                aria-label={`How badly ${name} fails`}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => onChange(basket.filter((member) => member.id !== id))}
                aria-label={`Remove ${name}`}
              >
                <IconX size={15} aria-hidden="true" />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function useNames(basket: readonly BasketMember[]): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const kinds = ENTITY_KINDS.filter((kind) => basket.some((member) => member.kind === kind));
  const found = useQueries({
    queries: kinds.map((kind) =>
      trpc.landscape.names.queryOptions({ kind, ids: basket.flatMap((member) => (member.kind === kind ? [member.id] : [])) }),
    ),
  });
  const names = new Map(found.flatMap(({ data }) => data ?? []).map(({ id, name }) => [id, name]));
  if (found.every(({ isPending }) => !isPending))
    for (const { id } of basket) if (!names.has(id)) names.set(id, 'No longer in the landscape');
  return names;
}
