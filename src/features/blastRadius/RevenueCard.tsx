/** The cost of the failure: the expected cost per hour, and beside it the revenue at risk. If it is withheld, says why. */
'use client';

import { Box, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { money } from '@/client/labels/figures';
import { useTenant } from '@/client/tenantContext';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { PLAN_LIMITS } from '@/domain/access';
import { recordingWords } from '@/domain/recordedWords';

export function RevenueCard({ answer: { revenueExposure, completeness } }: { answer: BlastRadiusAnswer }) {
  const { plan } = useTenant();
  if (revenueExposure === undefined) {
    const reason = PLAN_LIMITS[plan].hasRevenue
      ? 'Your role cannot see revenue. An admin decides which roles can.'
      : `The ${plan} plan does not include revenue. Business and above do.`;
    return <Card>Withheld. {reason}</Card>;
  }
  const { currency, perHour, perYear, expectedPerHour, byAudience } = revenueExposure;
  if (byAudience.length === 0)
    return (
      <Card>
        {completeness.notRecorded.includes('revenue')
          ? `Not recorded. ${recordingWords(completeness.notRecorded)}.`
          : 'No audience that brings revenue is affected.'}
      </Card>
    );
  return (
    <Card>
      <Text fz={26} fw={650} lh={1.2} c="var(--mantine-color-text)">
        {money(expectedPerHour, currency)}
      </Text>
      <Text size="xs">
        At risk: {money(perHour, currency)} per hour, {money(perYear, currency)} per year
      </Text>
      {byAudience.length > 1 && (
        <Box mt={6} c="var(--mantine-color-text)">
          {byAudience.map((audience) => (
            <Group key={audience.id} justify="space-between" gap="xs">
              <Text size="xs">{audience.name}</Text>
              <Text size="xs">{money(audience.expectedPerHour, currency)}</Text>
            </Group>
          ))}
        </Box>
      )}
    </Card>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="sm" aria-label="Expected cost per hour" bg="transparent">
      <Title order={3}>Expected cost per hour</Title>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </Paper>
  );
}
