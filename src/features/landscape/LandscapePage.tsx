/** The landscape: a picture or a table of the same, with what is chosen beside it. */
'use client';

import { Alert, Box, Button, Center, Loader, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMemo } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { ApplicationPanel } from './ApplicationPanel';
import { ComponentPanel } from './ComponentPanel';
import { EmptyLandscape } from './EmptyLandscape';
import { LandscapeCanvas } from './LandscapeCanvas';
import classes from './LandscapePage.module.css';
import { LandscapeTable } from './LandscapeTable';
import { LandscapeToolbar, SEARCH_ID } from './LandscapeToolbar';
import { useLandscapeView } from './landscapeAddress';
import { useComponentPlace, useLandscape } from './useLandscape';

export function LandscapePage() {
  const [view, change] = useLandscapeView();
  const place = useComponentPlace(view.component);
  const { query, data, prepared } = useLandscape(view, place.data);
  useHotkeys([['/', () => document.getElementById(SEARCH_ID)?.focus()]]);
  const applicationNames = useMemo(() => new Map(data?.applications.map(({ id, name }) => [id, name])), [data]);

  if (query.isError && data === undefined) return <FailureNote title="The landscape could not be read" error={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined || prepared === null) {
    return (
      <Center role="status" aria-label="Reading the landscape">
        <Loader size="sm" />
      </Center>
    );
  }
  if (data.counts.components === 0 && data.counts.applications === 0) return <EmptyLandscape />;

  const select = (id: string | null): void => {
    const isApplication = id !== null && applicationNames.has(id);
    change({ component: isApplication ? null : id, application: isApplication ? id : null });
  };
  const toggle = (id: string): void => change({ toggled: view.toggled.includes(id) ? view.toggled.filter((other) => other !== id) : [...view.toggled, id] });
  const application = data.applications.find(({ id }) => id === view.application);
  const hasFilter = view.kinds.length + view.types.length + view.modes.length > 0;

  return (
    <div className={classes.page}>
      <LandscapeToolbar view={view} change={change} data={data} prepared={prepared} onSelect={select} />
      <div className={classes.content}>
        <Box className={classes.stage}>
          {prepared.picture.nodes.length === 0 && hasFilter && (
            <Alert className={classes.note} variant="light" color="indigo">
              <Text size="sm">No component passes these filters.</Text>
              <Button mt="xs" variant="default" onClick={() => change({ kinds: null, types: null, modes: null })}>
                Clear the filters
              </Button>
            </Alert>
          )}
          {view.view === 'picture' ? (
            <LandscapeCanvas data={data} prepared={prepared} grouping={view.grouping} selectedId={view.component ?? view.application} onSelect={select} onToggle={toggle} />
          ) : (
            <LandscapeTable prepared={prepared} applicationNames={applicationNames} selectedId={view.component} onSelect={select} />
          )}
        </Box>
        {view.component !== null && <ComponentPanel place={place} onSelect={select} onClose={() => select(null)} />}
        {application !== undefined && (
          <ApplicationPanel
            application={application}
            components={data.components.filter(({ applicationId }) => applicationId === application.id)}
            isFolded={prepared.foldedApplications.includes(application)}
            canFold={view.grouping === 'application'}
            onToggle={() => toggle(application.id)}
            onSelect={select}
            onClose={() => select(null)}
          />
        )}
      </div>
    </div>
  );
}
