/** The filters of the landscape, one menu each, in a row that scrolls sideways where it is narrow. */
'use client';

import { Button } from '@mantine/core';
import { COMPONENT_KIND_WORDS, LIFECYCLE_WORDS, TIER_WORDS, TYPE_WORDS } from '@/client/look/words';
import type { FilterChoices, SHOWN_HEALTH } from '@/contract/landscapePicture';
import { COMPONENT_KINDS, CRITICALITY_TIERS, DEPENDENCY_MODES, DEPENDENCY_TYPES, LIFECYCLE_STATES } from '@/domain/vocabulary';
import { FilterMenu } from '@/ui/FilterMenu';
import classes from './LandscapePage.module.css';
import { SHOWN_HEALTH_WORDS } from './healthWords';
import { NO_FILTERS, hasFilters, type ChangeView, type FilterName, type LandscapeView, type ViewChange } from './landscapeAddress';
import { useFilterChoices } from './useLandscape';

const HEALTH_ORDER = ['Outage', 'Degraded', 'Warning', 'Maintenance', 'Healthy', 'Unreported'] as const satisfies readonly (typeof SHOWN_HEALTH)[number][];

interface Props {
  view: LandscapeView;
  change: ChangeView;
  foresee(change: ViewChange): void;
}

export function LandscapeFilters({ view, change, foresee }: Props) {
  const { data } = useFilterChoices();
  const asked = <Name extends FilterName>(name: Name) => ({
    onChange: (chosen: LandscapeView[Name]) => change({ [name]: chosen }),
    onLikely: (chosen: LandscapeView[Name]) => foresee({ [name]: chosen }),
  });
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      <FilterMenu label="Health" values={HEALTH_ORDER} chosen={view.health} wordsOf={(health) => SHOWN_HEALTH_WORDS[health]} {...asked('health')} />
      <FilterMenu label="Kind" values={COMPONENT_KINDS} chosen={view.kinds} wordsOf={(kind) => COMPONENT_KIND_WORDS[kind]} {...asked('kinds')} />
      <FilterMenu label="Tier" values={[...CRITICALITY_TIERS].reverse()} chosen={view.tiers} wordsOf={(tier) => TIER_WORDS[tier]} {...asked('tiers')} />
      <FilterMenu label="Lifecycle" values={LIFECYCLE_STATES} chosen={view.lifecycles} wordsOf={(state) => LIFECYCLE_WORDS[state]} {...asked('lifecycles')} />
      <ChoiceMenu label="Team" choices={data?.teams} chosen={view.teams} {...asked('teams')} />
      <ChoiceMenu label="Hosting zone" choices={data?.zones} chosen={view.zones} {...asked('zones')} />
      <ChoiceMenu label="Technology" choices={data?.technologies} chosen={view.technologies} {...asked('technologies')} />
      <FilterMenu label="Type" values={DEPENDENCY_TYPES} chosen={view.types} wordsOf={(type) => TYPE_WORDS[type]} {...asked('types')} />
      <FilterMenu label="Mode" values={DEPENDENCY_MODES} chosen={view.modes} wordsOf={(mode) => mode} {...asked('modes')} />
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
  const names = new Map(choices?.map(({ value, name }) => [value, name]));
  const values = [...new Set([...names.keys(), ...chosen])];
  return <FilterMenu label={label} values={values} chosen={chosen} wordsOf={(value) => names.get(value) ?? 'Not in this landscape'} {...asked} />;
}
