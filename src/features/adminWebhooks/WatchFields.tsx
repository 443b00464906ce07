/** What a new subscription watches. */
'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { EntityChoice } from '@/client/EntityChoice';
import { WATCHED_KINDS } from '@/contract/values/subscriptions';
import type { SubscriptionFields } from './subscriptionFields';
import { watchedKindLabel, type WatchedKind } from './subscriptionWords';

export function WatchFields({ fields, onChange }: { fields: SubscriptionFields; onChange(more: Partial<SubscriptionFields>): void }) {
  const { kind, entity, team } = fields;
  return (
    <>
      <NativeSelect
        label="Watch"
        data={WATCHED_KINDS.map((value) => ({ value, label: watchedKindLabel(value) }))}
        value={kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as WatchedKind, entity: null })}
      />
      {kind !== 'tenant' && kind !== 'team' && (
        <EntityChoice
          id="watched-entity"
          label={watchedKindLabel(kind)}
          placeholder="Search by name"
          kinds={[kind]}
          chosen={entity}
          onChange={(chosen) => onChange({ entity: chosen })}
        />
      )}
      {kind === 'team' && (
        <TextInput
          label="Team"
          description="Exactly as applications state it as their owner."
          value={team}
          onChange={(event) => onChange({ team: event.currentTarget.value })}
          maxLength={200}
        />
      )}
    </>
  );
}
