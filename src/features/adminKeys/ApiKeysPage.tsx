/** The API keys: list, create and revoke. */
'use client';

import { Alert, Anchor, Button, Group, TextInput } from '@mantine/core';
import { IconKey, IconPlus, IconSearch } from '@tabler/icons-react';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { useAllPages } from '@/client/useAllPages';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import type { ApiKey } from '@/contract/apiKeys';
import { PLAN_LIMITS } from '@/domain/access';
import { SCOPES } from '@/domain/vocabulary';
import { FilterMenu } from '@/ui/FilterMenu';
import { PageFrame } from '@/ui/PageFrame';
import { useNow } from '@/ui/useNow';
import { CreateKeyDialog } from './CreateKeyDialog';
import { KeyTable } from './KeyTable';
import { KEY_STATUSES, statusOf } from './keyStatus';
import { RevokeKeyDialog } from './RevokeKeyDialog';

const A_MINUTE_MS = 60_000;

const parsers = {
  search: parseAsString.withDefault(''),
  status: parseAsArrayOf(parseAsStringLiteral(KEY_STATUSES)).withDefault([]),
  scope: parseAsArrayOf(parseAsStringLiteral(SCOPES)).withDefault([]),
};

export function ApiKeysPage() {
  const { plan, tenantId } = useTenant();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [filters, setFilters] = useQueryStates(parsers, { history: 'replace', scroll: false });
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const keys = useAllPages(trpc.apiKeys.list.queryKey(), client.apiKeys.list.query);
  const { hasApi } = PLAN_LIMITS[plan];
  const now = new Date(useNow(A_MINUTE_MS) ?? 0);
  const shown = (keys.data ?? []).filter((key) => passes(key, filters, now));

  return (
    <PageFrame
      title="API keys"
      width="medium"
      intro={
        <>
          Programs use a key for the{' '}
          <Anchor href="/docs" size="sm" underline="always">
            API
          </Anchor>
          , the command line and the agent tools. Keep keys on servers, never in a browser or an app.
        </>
      }
      actions={
        hasApi && (
          <Button leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setCreating(true)}>
            New key
          </Button>
        )
      }
    >
      {!hasApi && (
        <PlanNote
          hasKeys={(keys.data ?? []).some((key) => statusOf(key, now) === 'Active')}
          settingsHref={pageHref(tenantId, 'settings')}
        />
      )}
      <Unanswered query={keys} failure="The keys cannot be shown" loading="The keys are loading" />
      {keys.data !== undefined && (
        <>
          <Group gap="xs">
            <TextInput
              size="xs"
              aria-label="Search keys by name"
              placeholder="Search by name"
              leftSection={<IconSearch size={14} aria-hidden="true" />}
              value={filters.search}
              onChange={(event) => void setFilters({ search: event.currentTarget.value || null })}
            />
            <FilterMenu label="Status" values={KEY_STATUSES} chosen={filters.status} onChange={(status) => void setFilters({ status })} />
            <FilterMenu label="Scope" values={SCOPES} chosen={filters.scope} onChange={(scope) => void setFilters({ scope })} />
          </Group>
          <KeyTable
            keys={shown}
            empty={keys.data.length > 0 ? 'No key matches these filters.' : hasApi ? 'No keys yet. Create one with “New key”.' : 'No keys.'}
            onRevoke={setRevoked}
          />
        </>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoked !== null && <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </PageFrame>
  );
}

interface Filters {
  search: string;
  status: readonly string[];
  scope: readonly string[];
}

function passes(key: ApiKey, { search, status, scope }: Filters, now: Date): boolean {
  return (
    key.name.toLowerCase().includes(search.trim().toLowerCase()) &&
    (status.length === 0 || status.includes(statusOf(key, now))) &&
    (scope.length === 0 || key.scopes.some((held) => scope.includes(held)))
  );
}

function PlanNote({ hasKeys, settingsHref }: { hasKeys: boolean; settingsHref: string }) {
  const { plan, role } = useTenant();
  return (
    <Alert icon={<IconKey size={18} aria-hidden="true" />} title="API keys need the Business plan or above" variant="light" maw={720}>
      {hasKeys
        ? `This tenant is on the ${plan} plan, so its keys are refused until it is back on Business or above. `
        : `This tenant is on the ${plan} plan. `}
      {role === 'Owner' ? (
        <Anchor component={PageLink} href={settingsHref} size="sm" underline="always" c="inherit">
          Choose another plan in the settings
        </Anchor>
      ) : (
        'An Owner can choose another plan in the settings.'
      )}
    </Alert>
  );
}
