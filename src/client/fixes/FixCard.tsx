/** One change: what it is, what it saves, one failure before and after as a small picture and on request as a large one, and the way into the manifest. */
'use client';

import { Anchor, Button, Group, Text } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { Chain, type ChainLink } from '@/client/chain/Chain';
import { PageLink } from '@/client/PageLink';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { useTenant } from '@/client/tenantContext';
import { weakPointsHref } from '@/client/weakPointsHref';
import { CopyBox } from '@/ui/CopyBox';
import { usePrinting } from '@/ui/usePrinting';
import { costOf, linkOf, reachedWords, savingWords, stateOfAll, type BestFix, type Effect } from './bestFixWords';
import { FixStrip } from './FixStrip';
import { fixWords } from './fixWords';
import { OpenInManifest } from './OpenInManifest';
import classes from './BestFixes.module.css';

const MOST_NAMED = 5;

interface Props {
  fix: BestFix;
  /** From 1, the one worth most. */
  rank: number;
  currency: string | null;
  /** Whether its large picture is asked for. */
  isChosen: boolean;
  onToggle(): void;
  /** By an arrow key on its button: to the change after or before it. */
  onMove(by: 1 | -1): void;
}

const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

export function FixCard({ fix, rank, currency, isChosen, onToggle, onMove }: Props) {
  const { cause } = fix;
  const isOpen = usePrinting() || isChosen;
  const id = useId();
  const move = (event: KeyboardEvent): void => {
    const by = MOVES[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li className={classes.fix}>
      <div className={classes.head}>
        <span className={classes.number}>{rank}</span>
        <span className={classes.words}>
          {fixWords(fix, cause.name)} <strong className={classes.saving}>{savingWords(fix, currency)}</strong>
        </span>
        <FixStrip fix={fix} currency={currency} />
        <span className={classes.actions}>
          <OpenInManifest text={fix.manifest} />
          <Button
            variant="default"
            px="sm"
            onClick={onToggle}
            onKeyDown={move}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-keyshortcuts="ArrowUp ArrowDown"
            data-picture
          >
            {isOpen ? 'Hide the picture' : 'Show the picture'}
          </Button>
        </span>
      </div>
      <div id={id} hidden={!isOpen} className={classes.more}>
        {isOpen && <Details fix={fix} currency={currency} />}
      </div>
    </li>
  );
}

function Details({ fix, currency }: { fix: BestFix; currency: string | null }) {
  const { tenantId } = useTenant();
  const [isManifestOpen, setManifestOpen] = useState(false);
  return (
    <>
      <div className={classes.pair}>
        <Picture title="Today" fix={fix} effect={fix.before} currency={currency} />
        <Picture title="With the change" fix={fix} effect={fix.after} currency={currency} />
      </div>
      <ChangedCapabilities fix={fix} />
      <Group gap="sm">
        <Button variant="default" onClick={() => setManifestOpen(!isManifestOpen)} aria-expanded={isManifestOpen}>
          {isManifestOpen ? 'Hide the manifest' : 'Show the manifest'}
        </Button>
        <Anchor component={PageLink} href={weakPointsHref(tenantId, 'component', fix.protects.id)} size="sm">
          Weak points of {fix.protects.name}
        </Anchor>
      </Group>
      {isManifestOpen && <CopyBox label="For the manifest" text={fix.manifest} />}
    </>
  );
}

/** What fails, what it does to what the change protects, and what that does to capabilities. */
function Picture({ title, fix, effect, currency }: { title: string; fix: BestFix; effect: Effect; currency: string | null }) {
  const { tenantId } = useTenant();
  const { cause, protects } = fix;
  const isBefore = effect === fix.before;
  const all = stateOfAll(effect);
  const cost = costOf(fix, effect, currency);
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
        {cost !== null && ` An hour costs ${cost}.`}
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
