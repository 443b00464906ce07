/** Finds every page, action and entity by a few letters, and lists what can be done with an entity. */
'use client';

import '@mantine/spotlight/styles.css';
import { Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { entityKindLabel } from '@/client/labels/labels';
import { filterStaleResults } from '@/client/filterStaleResults';
import { useTenant, type Membership } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { useFirstFound } from '@/client/useFirstFound';
import type { FoundEntity } from '@/contract/landscapePicture';
import classes from './CommandPalette.module.css';
import { CHOICES_ID, announceSelection, paletteStore, selectFirstRow } from './palette';
import { commandsMeant, type Command } from './paletteCommands';
import { noteRecent, readRecents } from './recents';
import { useCommands, useEntityCommands } from './useCommands';
import { useLettersBeforeFocus } from './useLettersBeforeFocus';

const WAIT_MS = 120;
const MOST_COMMANDS = 8;
const MOST_FOUND = 8;
/** Mantine passes this to the scrolling part of the list, although its type does not say so. */
const LIST_OF_CHOICES = { viewportProps: { id: CHOICES_ID, role: 'listbox', 'aria-label': 'Choices' } } as object;

export function CommandPalette({ memberships, onSheet }: { memberships: readonly Membership[]; onSheet: () => void }) {
  const { tenantId } = useTenant();
  const [query, setQuery] = useState('');
  const [entity, setEntity] = useState<FoundEntity | null>(null);
  const firstFound = useFirstFound();
  const [recents, setRecents] = useState<FoundEntity[]>([]);
  const commands = useCommands(memberships, onSheet);
  const entityCommands = useEntityCommands(entity);
  const { found, isSettled, hasFailed } = useFoundEntities(entity === null ? query : '');
  const choose = (chosen: FoundEntity): void => {
    noteRecent(tenantId, chosen);
    setEntity(chosen);
    setQuery('');
  };
  // Before the rows are painted, so that Enter takes the first one from the start.
  useLayoutEffect(() => {
    if (found.length > 0 || entity !== null) selectFirstRow();
  }, [found, entity]);
  useLettersBeforeFocus(
    useSpotlight(paletteStore).opened,
    useCallback((letter) => setQuery((before) => before + letter), []),
  );
  const isEmpty = query.trim() === '';
  const meant = commandsMeant(entity === null ? commands : entityCommands, query);
  const shown = entity === null && !isEmpty ? meant.slice(0, MOST_COMMANDS) : meant;
  const entities = entity !== null ? [] : isEmpty ? recents : found;
  const isNothing = entity === null && entities.length === 0 && shown.length === 0;

  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={(next) => {
        firstFound.forget();
        setQuery(next);
      }}
      shortcut={['mod + K']}
      tagsToIgnore={[]}
      triggerOnContentEditable
      scrollable
      maxHeight="min(60dvh, 480px)"
      attributes={{ content: { 'aria-label': 'Find anything' } }}
      classNames={{ action: classes.action ?? '' }}
      onSpotlightOpen={() => {
        // Reopening it before it has fully closed starts afresh.
        setQuery('');
        setRecents(readRecents(tenantId));
      }}
      onSpotlightClose={() => {
        setEntity(null);
        firstFound.forget();
      }}
    >
      <Spotlight.Search
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={!isNothing}
        aria-controls={CHOICES_ID}
        aria-label={entity === null ? 'Find a page, an action or an entity' : `What to do with ${entity.name}`}
        placeholder={entity === null ? 'Find or do anything' : `What to do with ${entity.name}?`}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isNothing && !isSettled) firstFound.await(questionOf(query.trim()), choose);
        }}
      />
      <Spotlight.ActionsList ref={announceSelection} {...LIST_OF_CHOICES}>
        {entities.length > 0 && (
          <Spotlight.ActionsGroup label={isEmpty ? 'Recent' : 'Landscape'} role="group" aria-label={isEmpty ? 'Recent' : 'Landscape'}>
            {entities.map((each) => (
              <EntityAction key={each.id} entity={each} onChoose={() => choose(each)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {[...new Set(shown.map(({ group }) => group))].map((group) => (
          <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
            {shown
              .filter((command) => command.group === group)
              .map((command) => (
                <CommandAction key={command.id} command={command} />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {entity !== null && (
          <Spotlight.Action
            role="option"
            label="Back to all"
            leftSection={<IconArrowLeft size={17} aria-hidden="true" />}
            closeSpotlightOnTrigger={false}
            onClick={() => setEntity(null)}
          />
        )}
      </Spotlight.ActionsList>
      <div role="status">
        {isNothing && isSettled && (
          <Spotlight.Empty>{hasFailed ? 'Search is not available at the moment.' : `No matches for “${query.trim()}”.`}</Spotlight.Empty>
        )}
      </div>
    </Spotlight.Root>
  );
}

const questionOf = (search: string) => ({ search, limit: MOST_FOUND });

function useFoundEntities(query: string): { found: readonly FoundEntity[]; isSettled: boolean; hasFailed: boolean } {
  const trpc = useTRPC();
  const [search] = useDebouncedValue(query.trim(), WAIT_MS);
  const found = useQuery({
    ...trpc.landscape.find.queryOptions(questionOf(search)),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const meant = useMemo(() => (query.trim() === '' ? [] : filterStaleResults(found.data ?? [], query)), [query, found.data]);
  return { found: meant, isSettled: search === query.trim() && !found.isFetching, hasFailed: found.isError };
}

function EntityAction({ entity: { kind, name, technicalName }, onChoose }: { entity: FoundEntity; onChoose: () => void }) {
  return (
    <Spotlight.Action
      role="option"
      label={name}
      description={technicalName}
      leftSection={<EntityIcon kind={kind} size={17} />}
      rightSection={<span className={classes.kind}>{entityKindLabel(kind)}</span>}
      dimmedSections={false}
      closeSpotlightOnTrigger={false}
      onClick={onChoose}
    />
  );
}

function CommandAction({ command: { label, Icon, keys, run } }: { command: Command }) {
  const letters = keys?.split(' ') ?? [];
  return (
    <Spotlight.Action
      role="option"
      label={label}
      leftSection={<Icon size={17} stroke={1.6} aria-hidden="true" />}
      rightSection={letters.map((key) => (
        <Kbd key={key} size="xs" ml={3} aria-hidden="true">
          {key}
        </Kbd>
      ))}
      dimmedSections={false}
      onClick={run}
    />
  );
}
