/** What part of the register is shown, and as of when. */
'use client';

import { Badge, CloseButton, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { countOf, TIER_WORDS, TYPE_WORDS } from '@/client/look/words';
import { REGISTER_STATUSES } from '@/domain/register/registerEntry';
import { CRITICALITY_TIERS, DEPENDENCY_TYPES, type CriticalityTier, type DependencyType } from '@/domain/vocabulary';
import { FilterMenu } from '@/ui/FilterMenu';
import classes from './Register.module.css';
import type { ChangeRegisterView, RegisterView } from './registerAddress';

const tierWords = (tier: CriticalityTier): string => TIER_WORDS[tier];
const typeWords = (type: DependencyType): string => TYPE_WORDS[type];

interface Props {
  view: RegisterView;
  change: ChangeRegisterView;
  total: number;
}

const YES_NO = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
];
const toFlag = (value: string | null): boolean | null => (value === null ? null : value === 'true');

export const REGISTER_SEARCH_ID = 'register-search';

export function RegisterFilters({ view, change, total }: Props) {
  return (
    <div className={classes.filters} role="search" aria-label="The register">
      <SegmentedControl
        size="xs"
        aria-label="Show"
        value={view.status ?? 'all'}
        onChange={(value) => change({ status: REGISTER_STATUSES.find((status) => status === value) ?? null })}
        data={[
          { value: 'all', label: 'All' },
          { value: 'registered', label: 'Registered' },
          { value: 'gap', label: 'Gaps' },
        ]}
      />
      <TextInput
        id={REGISTER_SEARCH_ID}
        size="xs"
        className={classes.search}
        aria-label="Search components of the register"
        placeholder="Component   /"
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={view.search}
        onChange={(event) => change({ search: event.currentTarget.value || null })}
      />
      <FilterMenu label="Criticality" values={CRITICALITY_TIERS} chosen={view.tiers} wordsOf={tierWords} onChange={(tiers) => change({ tiers })} />
      <FilterMenu label="Type" values={DEPENDENCY_TYPES} chosen={view.types} wordsOf={typeWords} onChange={(types) => change({ types })} />
      <Select size="xs" w={150} aria-label="By where it leads" placeholder="Inside and outside" clearable data={YES_NO('External', 'Internal')} value={view.external === null ? null : String(view.external)} onChange={(value) => change({ external: toFlag(value) })} />
      <Select size="xs" w={150} aria-label="By personal data" placeholder="Any data" clearable data={YES_NO('Personal data', 'No personal data')} value={view.personal === null ? null : String(view.personal)} onChange={(value) => change({ personal: toFlag(value) })} />
      <TextInput
        size="xs"
        type="date"
        aria-label="As of the end of this day"
        title="As of the end of this day, UTC"
        leftSection={<Text size="xs" c="dimmed">As of</Text>}
        leftSectionWidth={48}
        max={new Date().toISOString().slice(0, 10)}
        value={view.at?.slice(0, 10) ?? ''}
        onChange={(event) => change({ at: event.currentTarget.value || null })}
        rightSection={view.at === null ? null : <CloseButton size="xs" aria-label="Back to now" onClick={() => change({ at: null })} />}
      />
      {view.application !== null && (
        <Badge variant="default" tt="none" rightSection={<CloseButton size={16} aria-label={`No longer only ${view.application}`} onClick={() => change({ application: null })} />}>
          {view.application}
        </Badge>
      )}
      <Text size="xs" c="dimmed" role="status" className={classes.count}>
        {countOf(total, 'dependency', 'dependencies')}
      </Text>
    </div>
  );
}
