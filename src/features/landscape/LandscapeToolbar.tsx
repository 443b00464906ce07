/** What can be chosen about the view: search, filters, grouping, picture or table. */
'use client';

import { Button, SegmentedControl, Text, Title } from '@mantine/core';
import { EntitySearch } from '@/client/EntitySearch';
import { COMPONENT_KIND_WORDS, TYPE_WORDS, countOf } from '@/client/look/words';
import type { LandscapePicture } from '@/contract/landscapePicture';
import { COMPONENT_KINDS, DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { FilterMenu } from '@/ui/FilterMenu';
import classes from './LandscapePage.module.css';
import type { ChangeView, LandscapeView } from './landscapeAddress';
import type { PreparedLandscape } from './prepareLandscape';

export const SEARCH_ID = 'landscape-search';

interface Props {
  view: LandscapeView;
  change: ChangeView;
  data: LandscapePicture;
  prepared: PreparedLandscape;
  onSelect(id: string): void;
}

export function LandscapeToolbar({ view, change, data, prepared, onSelect }: Props) {
  return (
    <header className={classes.toolbar}>
      <Title order={1} className={classes.title}>
        Landscape
      </Title>
      <div className={classes.search}>
        <EntitySearch id={SEARCH_ID} label="Search components and applications" placeholder="Search   /" kinds={['component', 'application']} onChoose={({ id }) => onSelect(id)} />
      </div>
      <FilterMenu label="Kind" values={COMPONENT_KINDS} chosen={view.kinds} wordsOf={(kind) => COMPONENT_KIND_WORDS[kind]} onChange={(kinds) => change({ kinds })} />
      <FilterMenu label="Type" values={DEPENDENCY_TYPES} chosen={view.types} wordsOf={(type) => TYPE_WORDS[type]} onChange={(types) => change({ types })} />
      <FilterMenu label="Mode" values={DEPENDENCY_MODES} chosen={view.modes} wordsOf={(mode) => mode} onChange={(modes) => change({ modes })} />
      {!data.isFolded && (
        <Button
          variant={view.grouping === 'application' ? 'light' : 'default'}
          aria-pressed={view.grouping === 'application'}
          onClick={() => change({ grouping: view.grouping === 'application' ? 'none' : 'application' })}
        >
          Group by application
        </Button>
      )}
      <SegmentedControl
        size="xs"
        aria-label="Show as"
        value={view.view}
        onChange={(value) => change({ view: value as LandscapeView['view'] })}
        data={[
          { value: 'picture', label: 'Picture' },
          { value: 'table', label: 'Table' },
        ]}
      />
      <Text size="xs" c="dimmed" className={classes.counts} role="status">
        {summary(data, prepared)}
      </Text>
    </header>
  );
}

function summary({ counts, isFolded, applicationsOmitted, notOpened }: LandscapePicture, { components, dependencies }: PreparedLandscape): string {
  const whole = `${countOf(counts.components, 'component')}, ${countOf(counts.dependencies, 'dependency', 'dependencies')}`;
  const parts = [
    isFolded ? `${whole} in ${countOf(counts.applications, 'application')}` : '',
    applicationsOmitted > 0 ? `${countOf(applicationsOmitted, 'smaller application')} not drawn: search finds them` : '',
    notOpened.length > 0 ? 'too much is open: close an application first' : '',
    !isFolded && (components.length !== counts.components || dependencies.length !== counts.dependencies) ? `${components.length.toLocaleString('en')} of ${whole}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? whole : parts.join(' · ');
}
