/** How complete the register is: in total, by criticality, by application. Each bar is also a filter. */
'use client';

import { Button, Progress, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { TIER_LABELS } from '@/client/labels/labels';
import { countOf } from '@/plain/counts';
import type { SecurityRegister } from '@/contract/securityRegister';
import classes from './Register.module.css';
import type { ChangeRegisterView, RegisterView } from './registerAddress';

interface Props {
  completeness: SecurityRegister['completeness'];
  view: RegisterView;
  change: ChangeRegisterView;
}

const FEW = 5;

export function Completeness({ completeness: { overall, byApplication, applicationsOmitted, byCriticalityTier }, view, change }: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? byApplication : byApplication.slice(0, FEW);
  return (
    <section className={classes.parts} aria-label="Completeness">
      <div>
        <Title order={2}>Complete</Title>
        <div className={classes.whole}>{percentWords(overall.percent)}</div>
        <Text size="sm" c="dimmed">
          {overall.registered.toLocaleString('en')} of {countOf(overall.total, 'dependency', 'dependencies')}
        </Text>
        {overall.unprotected > 0 && (
          <UnstyledButton
            fz="sm"
            fw={600}
            td="underline"
            aria-pressed={view.unprotected === true}
            onClick={() => change({ unprotected: view.unprotected === true ? null : true })}
          >
            {overall.unprotected.toLocaleString('en')} unprotected
          </UnstyledButton>
        )}
      </div>
      <div>
        <Title order={2}>By criticality</Title>
        <div className={classes.rows}>
          {byCriticalityTier.map((row) => {
            const isChosen = view.tiers.length === 1 && view.tiers[0] === row.criticalityTier;
            return (
              <Bar
                key={row.criticalityTier}
                name={TIER_LABELS[row.criticalityTier]}
                row={row}
                isChosen={isChosen}
                onChoose={() => change({ tiers: isChosen ? null : [row.criticalityTier] })}
              />
            );
          })}
        </div>
      </div>
      {byApplication.length > 0 && (
        <div>
          <Title order={2}>By application, least complete first</Title>
          <div className={classes.rows}>
            {shown.map((row) => {
              const isChosen = view.application === row.technicalName || view.application === row.id;
              return (
                <Bar
                  key={row.id}
                  name={row.name}
                  row={row}
                  isChosen={isChosen}
                  onChoose={() => change({ application: isChosen ? null : row.technicalName })}
                />
              );
            })}
          </div>
          {byApplication.length > FEW && (
            <Button size="compact-xs" variant="subtle" mt={4} className={classes.screenOnly} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${(byApplication.length + applicationsOmitted).toLocaleString('en')}`}
            </Button>
          )}
          {isWhole && applicationsOmitted > 0 && (
            <Text size="xs" c="dimmed">
              {countOf(applicationsOmitted, 'more complete application')} not listed.
            </Text>
          )}
        </div>
      )}
    </section>
  );
}

function Bar({
  name,
  row,
  isChosen,
  onChoose,
}: {
  name: string;
  row: { registered: number; total: number; percent: number | null };
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <UnstyledButton
      className={classes.bar}
      aria-pressed={isChosen}
      aria-label={`${name}: ${percentWords(row.percent)}, ${row.registered} of ${row.total}. Show only these`}
      onClick={onChoose}
    >
      <span className={classes.barName}>{name}</span>
      <Progress value={row.percent ?? 0} size={7} color={row.percent === 100 ? 'teal' : 'indigo'} aria-hidden="true" />
      <span className={classes.barCount}>
        {row.total === 0 ? 'none' : `${percentWords(row.percent)} of ${row.total.toLocaleString('en')}`}
      </span>
    </UnstyledButton>
  );
}

function percentWords(percent: number | null): string {
  return percent === null ? '–' : `${percent.toLocaleString('en')}%`;
}
