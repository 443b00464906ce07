/** Which part of the register is shown, and as of which date. */
'use client';

import { Badge, CloseButton, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { TIER_LABELS, TYPE_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import { REGISTER_STATUSES } from '@/domain/register/registerEntry';
import { CLASSIFICATIONS, CRITICALITY_TIERS, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { clearButton } from '@/ui/clearButton';
import { ControlsRow } from '@/ui/ControlsRow';
import { FilterMenu } from '@/ui/FilterMenu';
import classes from './Register.module.css';
import { isNarrowed, type ChangeRegisterView, type RegisterView } from './registerAddress';

interface Props {
  view: RegisterView;
  change: ChangeRegisterView;
  total: number;
}

export const REGISTER_SEARCH_ID = 'register-search';

export function RegisterFilters({ view, change, total }: Props) {
  return (
    <ControlsRow
      className={classes.filters}
      role="search"
      label="The register"
      restLabel="Filters"
      isNarrowed={view.at !== null || isNarrowed({ ...view, search: '' })}
      lead={
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
      }
      rest={
        <>
          <StatusChoice status={view.status} onChange={(status) => change({ status })} />
          <FilterMenu
            label="Criticality"
            values={CRITICALITY_TIERS}
            chosen={view.tiers}
            wordsOf={(tier) => TIER_LABELS[tier]}
            onChange={(tiers) => change({ tiers })}
          />
          <FilterMenu
            label="Type"
            values={DEPENDENCY_TYPES}
            chosen={view.types}
            wordsOf={(type) => TYPE_LABELS[type]}
            onChange={(types) => change({ types })}
          />
          <FilterMenu label="Data" values={CLASSIFICATIONS} chosen={view.classes} onChange={(classes) => change({ classes })} />
          <FlagChoice
            label="By target"
            either="Inside and outside"
            yes="External"
            no="Internal"
            flag={view.external}
            onChange={(external) => change({ external })}
          />
          <FlagChoice
            label="By personal data"
            either="Any data"
            yes="Personal data"
            no="No personal data"
            flag={view.personal}
            onChange={(personal) => change({ personal })}
          />
          <FlagChoice
            label="By protection"
            either="Any protection"
            yes="Unprotected"
            no="Not marked unprotected"
            flag={view.unprotected}
            onChange={(unprotected) => change({ unprotected })}
          />
          <DayChoice day={view.at?.slice(0, 10) ?? null} onChange={(at) => change({ at })} />
          {view.application !== null && (
            <Badge
              variant="default"
              tt="none"
              rightSection={
                <CloseButton size={16} aria-label={`Stop filtering by ${view.application}`} onClick={() => change({ application: null })} />
              }
            >
              {view.application}
            </Badge>
          )}
        </>
      }
      tail={
        <Text size="xs" c="dimmed" role="status" className={classes.count}>
          {countOf(total, 'dependency', 'dependencies')}
        </Text>
      }
    />
  );
}

function StatusChoice({ status, onChange }: { status: RegisterView['status']; onChange(status: RegisterView['status']): void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show"
      value={status ?? 'all'}
      onChange={(value) => onChange(REGISTER_STATUSES.find((one) => one === value) ?? null)}
      data={[
        { value: 'all', label: 'All' },
        { value: 'registered', label: 'Registered' },
        { value: 'gap', label: 'Gaps' },
      ]}
    />
  );
}

interface FlagProps {
  label: string;
  either: string;
  yes: string;
  no: string;
  /** Null: both. */
  flag: boolean | null;
  onChange(flag: boolean | null): void;
}

function FlagChoice({ label, either, yes, no, flag, onChange }: FlagProps) {
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={either}
      clearable
      clearButtonProps={clearButton(either)}
      data={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      value={flag === null ? null : String(flag)}
      onChange={(value) => onChange(value === null ? null : value === 'true')}
    />
  );
}

function DayChoice({ day, onChange }: { day: string | null; onChange(day: string | null): void }) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label="As of the end of this day"
      title="As of the end of this day, UTC"
      leftSection={
        <Text size="xs" c="dimmed">
          As of
        </Text>
      }
      leftSectionWidth={48}
      max={today}
      value={day ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      rightSection={day === null ? null : <CloseButton size="xs" aria-label="Back to now" onClick={() => onChange(null)} />}
    />
  );
}
