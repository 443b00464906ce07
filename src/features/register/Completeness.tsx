/** What the register proves: in total, by criticality, by data class, and by application. Each row is also a filter. */
'use client';

import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '@/plain/counts';
import type { SecurityRegister } from '@/contract/securityRegister';
import classes from './Register.module.css';
import type { ChangeRegisterView, RegisterView } from './registerAddress';
import { ShareBar } from './ShareBar';
import { Shares } from './Shares';

interface Props {
  completeness: SecurityRegister['completeness'];
  view: RegisterView;
  change: ChangeRegisterView;
}

const FEW = 4;

export function Completeness({ completeness: { byApplication, applicationsOmitted, shares }, view, change }: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? byApplication : byApplication.slice(0, FEW);
  return (
    <section className={classes.parts} aria-label="Completeness">
      <Shares shares={shares} view={view} change={change} />
      {byApplication.length > 0 && (
        <div>
          <Title order={2}>Complete, by application</Title>
          <div className={classes.rows}>
            {shown.map((row) => {
              const isChosen = view.application === row.technicalName || view.application === row.id;
              return (
                <ShareBar
                  key={row.id}
                  name={row.name}
                  part={row.registered}
                  of={row.total}
                  isChosen={isChosen}
                  onChoose={() => change({ application: isChosen ? null : row.technicalName })}
                />
              );
            })}
          </div>
          <Text size="xs" c="dimmed" mt={4}>
            The least complete first. A dependency between two applications counts for both.
          </Text>
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
