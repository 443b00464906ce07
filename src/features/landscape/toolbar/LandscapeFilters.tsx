/** The filters of the landscape, one menu each, in a row that scrolls sideways if the window is narrow. */
'use client';

import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { COMPONENT_KIND_LABELS, LIFECYCLE_LABELS, TIER_LABELS, TYPE_LABELS } from '@/client/labels/labels';
import type { FilterChoices } from '@/contract/landscapePicture';
import type { SHOWN_HEALTH } from '@/contract/values/picture';
import { COMPONENT_KINDS, CRITICALITY_TIERS, DEPENDENCY_MODES, DEPENDENCY_TYPES, LIFECYCLE_STATES } from '@/domain/vocabulary';
import { FilterMenu } from '@/ui/FilterMenu';
import classes from '@/features/landscape/LandscapePage.module.css';
import { SHOWN_HEALTH_WORDS } from '@/features/landscape/picture/healthWords';
import {
  NO_FILTERS,
  hasFilters,
  type ChangeView,
  type FilterName,
  type LandscapeView,
  type ViewChange,
} from '@/features/landscape/address/landscapeAddress';
import { useFilterChoices } from '@/features/landscape/data/useLandscape';

const HEALTH_ORDER = [
  'Outage',
  'Degraded',
  'Warning',
  'Maintenance',
  'Healthy',
  'Unreported',
] as const satisfies readonly (typeof SHOWN_HEALTH)[number][];

/** Stable functions, so that a menu renders again only when its content changes. */
const WORDS = {
  health: (health: (typeof SHOWN_HEALTH)[number]) => SHOWN_HEALTH_WORDS[health],
  kind: (kind: (typeof COMPONENT_KINDS)[number]) => COMPONENT_KIND_LABELS[kind],
  tier: (tier: (typeof CRITICALITY_TIERS)[number]) => TIER_LABELS[tier],
  lifecycle: (state: (typeof LIFECYCLE_STATES)[number]) => LIFECYCLE_LABELS[state],
  type: (type: (typeof DEPENDENCY_TYPES)[number]) => TYPE_LABELS[type],
  mode: (mode: string) => mode,
};

interface Props {
  view: LandscapeView;
  change: ChangeView;
  prefetch(change: ViewChange): void;
}

export function LandscapeFilters({ view, change, prefetch }: Props) {
  const { data } = useFilterChoices();
  const asked = <Name extends FilterName>(name: Name) => ({
    onChange: (chosen: LandscapeView[Name]) => change({ [name]: chosen }),
    onLikely: (chosen: LandscapeView[Name]) => prefetch({ [name]: chosen }),
  });
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      <FilterMenu label="Health" values={HEALTH_ORDER} chosen={view.health} wordsOf={WORDS.health} {...asked('health')} />
      <FilterMenu label="Kind" values={COMPONENT_KINDS} chosen={view.kinds} wordsOf={WORDS.kind} {...asked('kinds')} />
      <FilterMenu label="Tier" values={[...CRITICALITY_TIERS].reverse()} chosen={view.tiers} wordsOf={WORDS.tier} {...asked('tiers')} />
      <FilterMenu label="Lifecycle" values={LIFECYCLE_STATES} chosen={view.lifecycles} wordsOf={WORDS.lifecycle} {...asked('lifecycles')} />
      <ChoiceMenu label="Team" choices={data?.teams} chosen={view.teams} {...asked('teams')} />
      <ChoiceMenu label="Hosting zone" choices={data?.zones} chosen={view.zones} {...asked('zones')} />
      <ChoiceMenu label="Technology" choices={data?.technologies} chosen={view.technologies} {...asked('technologies')} />
      <FilterMenu label="Type" values={DEPENDENCY_TYPES} chosen={view.types} wordsOf={WORDS.type} {...asked('types')} />
      <FilterMenu label="Mode" values={DEPENDENCY_MODES} chosen={view.modes} wordsOf={WORDS.mode} {...asked('modes')} />
      {hasFilters(view) && (
        <Button variant="subtle" onClick={() => change(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

interface ChoiceMenuProps {
  label: string;
  choices: FilterChoices['teams'] | undefined;
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  onLikely(chosen: string[]): void;
}

function ChoiceMenu({ label, choices, chosen, ...asked }: ChoiceMenuProps) {
  const names = useMemo(() => new Map(choices?.map(({ value, name }) => [value, name])), [choices]);
  const wordsOf = useCallback((value: string) => names.get(value) ?? 'Not in this landscape', [names]);
  return <FilterMenu label={label} values={[...new Set([...names.keys(), ...chosen])]} chosen={chosen} wordsOf={wordsOf} {...asked} />;
}
