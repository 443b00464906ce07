/** The situation that an incident is part of: which other causes belong to it, and what they affect and cost together. */
'use client';

import { Text, Title } from '@mantine/core';
import { SituationCauses, situationSentence } from '@/client/situations/SituationNote';
import type { Incident } from '@/contract/incidents';
import { nameOfIn } from '@/domain/incidentWords';
import { namesOfCauses } from '@/domain/situationWords';
import classes from './IncidentPage.module.css';

export function SituationPart({ incident }: { incident: Incident }) {
  const { situation, id, jointlyWith, explainedInPart, contributesToCauses } = incident;
  if (situation === null || situation.causes.length === 0) return null;
  const nameOf = nameOfIn(incident);
  const isAlone = situation.causes.length + situation.causesOmitted === 1;
  return (
    <section className={classes.card} aria-label="Situation">
      <Title order={2}>{isAlone ? 'What it affects' : 'Part of a situation'}</Title>
      <Text size="sm">
        {situationSentence(situation)}
        {jointlyWith.length > 0 && ` The cost is shared with ${namesOfCauses(jointlyWith.map(nameOf))}.`}
      </Text>
      {explainedInPart !== null && (
        <Text size="sm" mt={4}>
          {namesOfCauses(explainedInPart.by.map(nameOf))} {explainedInPart.by.length === 1 ? 'explains' : 'explain'} it in part: without its
          own report it would be {explainedInPart.state}.
        </Text>
      )}
      {contributesToCauses.map(({ technicalName, explains, reports }) => (
        <Text key={technicalName} size="sm" mt={4}>
          It contributes to {nameOf(technicalName)}, which would be {explains} and reports {reports}.
        </Text>
      ))}
      {!isAlone && <SituationCauses situation={situation} incidentId={id} />}
    </section>
  );
}
