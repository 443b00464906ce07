/** The paths by which a failure of one entity reaches another, step by step; or a note that it does not. */
'use client';

import { ActionIcon, Anchor, Text, Tooltip } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { UnlessEmpty } from '@/client/EmptyTenant';
import { EntityChoice, type ChosenEntity } from '@/client/EntityChoice';
import { PageLink } from '@/client/PageLink';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { ViewsMenu } from '@/client/views/ViewsMenu';
import { WidestStarts } from '@/client/WidestStarts';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { CopyLink } from '@/ui/CopyLink';
import { PageFrame } from '@/ui/PageFrame';
import { ExportMenu } from '@/ui/ExportMenu';
import { FoundPaths } from './FoundPaths';
import { usePathView } from './pathAddress';
import { pathExports } from './pathExports';
import { usePaths } from './usePaths';
import classes from './PathFinderPage.module.css';

export function PathFinderPage() {
  const { tenantId } = useTenant();
  const [{ from, to }, change] = usePathView();
  const source = useNamed(from);
  const target = useNamed(to === null ? null : { kind: 'component', id: to });
  const found = usePaths(from, to);
  const names = { source: source?.name ?? 'It', target: target?.name ?? 'the component' };
  const isTurnable = from?.kind === 'component' && to !== null;
  return (
    <PageFrame
      title="Path finder"
      intro="Whether a failure of one thing reaches another, and by which dependencies."
      width="medium"
      actions={
        <>
          <ViewsMenu page="paths" />
          <ExportMenu choices={pathExports(names, found.isSuccess ? found.data : undefined)} />
          <CopyLink />
        </>
      }
    >
      <div className={classes.ends}>
        <EntityChoice
          id="path-from-search"
          label="If this fails"
          placeholder="Search all kinds"
          kinds={[...ENTITY_KINDS]}
          chosen={source}
          onChange={(chosen) => change({ from: chosen === null ? null : { kind: chosen.kind, id: chosen.id } })}
        />
        <Tooltip label="Swap">
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Swap"
            className={classes.turn}
            disabled={!isTurnable}
            onClick={() => change({ from: { kind: 'component', id: to ?? '' }, to: from?.id ?? null })}
          >
            <IconArrowsExchange size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <EntityChoice
          id="path-to-search"
          label="Does it reach this component"
          placeholder="Search components"
          kinds={['component']}
          chosen={target}
          onChange={(chosen) => change({ to: chosen?.id ?? null })}
        />
      </div>
      {from !== null && to !== null ? (
        <FoundPaths from={from} to={to} names={names} />
      ) : (
        <UnlessEmpty then="Once there are components and dependencies, this page says whether a failure of one reaches another.">
          <Text size="sm" c="dimmed" mb="md">
            Select what fails, and what it may reach. To see everything that a failure reaches, open the{' '}
            <Anchor
              component={PageLink}
              href={from === null ? `/t/${tenantId}/blast-radius` : blastRadiusHref(tenantId, from.kind, from.id)}
              inherit
              underline="always"
            >
              blast radius
            </Anchor>{' '}
            page.
          </Text>
          {from === null && (
            <WidestStarts lead="Or begin with what affects the most:" onChoose={(id) => change({ from: { kind: 'component', id } })} />
          )}
        </UnlessEmpty>
      )}
    </PageFrame>
  );
}

/** Adds the name once it is known. */
function useNamed(entity: { kind: EntityKind; id: string } | null): ChosenEntity | null {
  const trpc = useTRPC();
  const names = useQuery({
    ...trpc.landscape.names.queryOptions({ kind: entity?.kind ?? 'component', ids: [entity?.id ?? ''] }),
    enabled: entity !== null,
  });
  if (entity === null) return null;
  return { ...entity, name: names.data?.[0]?.name ?? (names.isPending ? '…' : 'No longer in the landscape') };
}
