/** What to change. Each change was tried on a copy of the landscape, and comes with the manifest lines that make it. */
'use client';

import { Button, Collapse, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { money } from '@/client/labels/figures';
import { useTRPC } from '@/client/trpc';
import type { WeakPointFixesQuestion, WeakPoints } from '@/contract/weakPoints';
import { CopyBox } from '@/ui/CopyBox';
import { Section } from '@/ui/Section';
import { fixWords, outcomeWords, type Fix } from '@/client/fixes/fixWords';
import { OpenInManifest } from '@/client/fixes/OpenInManifest';
import { Unanswered } from '@/client/Unanswered';
import classes from './WeakPoints.module.css';

interface Props {
  question: WeakPointFixesQuestion;
  /** They know what people call the zones. */
  margins: WeakPoints['margins'];
}

export function Fixes({ question, margins }: Props) {
  const zones = new Map(margins.flatMap(({ sharedCauses }) => sharedCauses.map(({ technicalName, name }) => [technicalName, name])));
  const fixes = useQuery({ ...useTRPC().weakPoints.fixes.queryOptions(question), placeholderData: keepPreviousData });
  const { data } = fixes;
  return (
    <Section title="What to change" intro="Each change was tried on a copy of your landscape. None adds a new single point.">
      <Unanswered query={fixes} failure="Changes could not be tried" loading="Trying changes" rows={4} />
      {data?.fixes.length === 0 && (
        <Text size="sm" c="dimmed">
          No small change was found that removes a single point or a shared zone.
        </Text>
      )}
      {data !== undefined && (
        <ul className="bare-list">
          {data.fixes.map((fix) => (
            <FixRow
              key={`${fix.kind} ${fix.dependencyId ?? fix.redundancyGroup} ${fix.target.id} ${fix.from}`}
              fix={fix}
              zone={zones.get(fix.from)}
              currency={data.currency}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function FixRow({ fix, zone, currency }: { fix: Fix; zone: string | undefined; currency: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.fix}>
      <span>{fixWords(fix, zone)}</span>
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600}>
          {outcomeWords(fix, (amount) => money(amount, currency ?? 'EUR'))}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? 'Hide the manifest' : 'Show the manifest'}
          </Button>
          <OpenInManifest text={fix.manifest} />
        </Group>
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <CopyBox label="For the manifest" text={fix.manifest} />}</Collapse>
    </li>
  );
}
