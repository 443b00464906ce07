/** The fixes that are worth most for the whole landscape, each with what one failure does today and what it does with the change. */
'use client';

import { Anchor, Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { Chain, type ChainLink } from '@/client/chain/Chain';
import { FailureNote } from '@/client/FailureNote';
import { money } from '@/client/labels/figures';
import { PageLink } from '@/client/PageLink';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { weakPointsHref } from '@/client/weakPointsHref';
import { CopyBox } from '@/ui/CopyBox';
import { countOf } from '@/plain/counts';
import { LoadingRows } from '@/ui/LoadingRows';
import { Section } from '@/ui/Section';
import { linkOf, reachedWords, savingWords, stateOfAll, type BestFix, type Effect } from './bestFixWords';
import { fixWords } from './fixWords';
import { OpenInManifest } from './OpenInManifest';
import classes from './BestFixes.module.css';

/** The rest is shown on request: ten are many pictures. */
const FIRST = 3;
const MOST_NAMED = 5;

export function BestFixes() {
  const best = useQuery({
    ...useTRPC().weakPoints.best.queryOptions({}),
    placeholderData: keepPreviousData,
    // What to try is being looked for again, and is known soon.
    refetchInterval: ({ state }) => (state.data?.isCurrent === false ? 2_000 : false),
  });
  const [isAll, setAll] = useState(false);
  const { data } = best;
  const fixes = data?.fixes ?? [];
  return (
    <Section
      title={fixes.length === 0 ? 'The fixes worth most' : `The ${fixes.length === 1 ? 'fix' : `${fixes.length} fixes`} worth most`}
      intro={data === undefined || fixes.length === 0 ? undefined : introOf(data.tried, data.rankedBy)}
    >
      {best.isError && <FailureNote title="The fixes could not be tried" error={best.error} onRetry={() => void best.refetch()} />}
      {best.isPending && <LoadingRows label="Trying fixes" rows={4} />}
      {data !== undefined && fixes.length === 0 && (
        <Text size="sm" c="dimmed">
          No small change was found that keeps a capability up when one thing fails.
        </Text>
      )}
      {data !== undefined && fixes.length > 0 && (
        <>
          <ol className={classes.fixes} aria-label="Fixes, the one worth most first">
            {(isAll ? fixes : fixes.slice(0, FIRST)).map((fix, at) => (
              <FixCard
                key={`${fix.kind} ${fix.dependencyId ?? fix.redundancyGroup} ${fix.target.id} ${fix.from}`}
                {...{ fix, at }}
                currency={data.currency}
              />
            ))}
          </ol>
          {fixes.length > FIRST && (
            <div>
              <Button variant="default" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
                {isAll ? 'Show fewer' : `Show all ${fixes.length}`}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

function introOf(tried: number, rankedBy: 'revenue' | 'reach'): string {
  const worth = rankedBy === 'revenue' ? 'how much less an hour of one failure costs' : 'how many more capabilities stay up in one failure';
  return `${countOf(tried, 'change')} ${tried === 1 ? 'was' : 'were'} tried on a copy of your landscape. Worth is ${worth}; savings of several fixes do not add up. Failures are followed however many hops they take.`;
}

function FixCard({ fix, at, currency }: { fix: BestFix; at: number; currency: string | null }) {
  const { tenantId } = useTenant();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.fix}>
      <div className={classes.head}>
        <span className={classes.number}>{at + 1}</span>
        <span className={classes.words}>{fixWords(fix)}</span>
        <strong className={classes.saving}>{savingWords(fix, currency)}</strong>
      </div>
      <div className={classes.pair}>
        <Picture title="Today" fix={fix} effect={fix.before} currency={currency} />
        <Picture title="With the change" fix={fix} effect={fix.after} currency={currency} />
      </div>
      <ChangedCapabilities fix={fix} />
      <Group gap="sm">
        <OpenInManifest text={fix.manifest} />
        <Button variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'Hide the manifest' : 'Show the manifest'}
        </Button>
        <Anchor component={PageLink} href={weakPointsHref(tenantId, 'component', fix.protects.id)} size="sm">
          Weak points of {fix.protects.name}
        </Anchor>
      </Group>
      {isOpen && <CopyBox label="For the manifest" text={fix.manifest} />}
    </li>
  );
}

/** What fails, what it does to what the change protects, and what that does to capabilities. */
function Picture({ title, fix, effect, currency }: { title: string; fix: BestFix; effect: Effect; currency: string | null }) {
  const { tenantId } = useTenant();
  const { cause, protects } = fix;
  const isBefore = effect === fix.before;
  const all = stateOfAll(effect);
  const links: ChainLink[] = [
    {
      key: 'cause',
      icon: <EntityIcon kind={cause.entityType} />,
      name: (
        <PageLink href={blastRadiusHref(tenantId, cause.entityType, cause.id)} className={classes.name}>
          {cause.name}
        </PageLink>
      ),
      state: 'Outage',
    },
    {
      key: 'protects',
      by: linkOf(fix, isBefore),
      icon: <EntityIcon kind="component" />,
      name: (
        <PageLink href={blastRadiusHref(tenantId, 'component', protects.id)} className={classes.name}>
          {protects.name}
        </PageLink>
      ),
      state: effect.state,
    },
  ];
  return (
    <div role="group" className={classes.picture} aria-label={title}>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      <Chain label={`${title}: if ${cause.name} fails`} links={links} />
      <Text size="sm" className={classes.outcome} data-state={all}>
        {reachedWords(effect)}
        {effect.perHour !== null && currency !== null && ` An hour costs ${money(effect.perHour, currency)}.`}
      </Text>
    </div>
  );
}

function ChangedCapabilities({ fix: { capabilities, capabilitiesOmitted, cause } }: { fix: BestFix }) {
  if (capabilities.length === 0) return null;
  const named = capabilities.slice(0, MOST_NAMED);
  const others = capabilities.length - named.length + capabilitiesOmitted;
  return (
    <Text size="xs" c="dimmed">
      If {cause.name} fails: {named.map(({ name, before, after }) => `${name} ${after} instead of ${before}`).join(', ')}
      {others > 0 && `, and ${others.toLocaleString('en')} more`}.
    </Text>
  );
}
