/** What it costs, or why that is not said. */
'use client';

import { Box, Group, Paper, Text, Title } from '@mantine/core';
import { money } from '@/client/labels/figures';
import { useTenant } from '@/client/tenantContext';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { PLAN_LIMITS } from '@/domain/access';

export function RevenueCard({ answer }: { answer: BlastRadiusAnswer }) {
  const { plan } = useTenant();
  const { revenueExposure } = answer;
  if (revenueExposure === undefined) {
    const reason = PLAN_LIMITS[plan].hasRevenue
      ? 'Your role may not see revenue. An admin decides which roles may.'
      : `The ${plan} plan does not work out revenue. Business and above do.`;
    return (
      <Paper component="section" withBorder p="sm" aria-label="Revenue exposure" bg="transparent">
        <Title order={3}>Revenue exposure</Title>
        <Text size="sm" c="dimmed">
          Withheld. {reason}
        </Text>
      </Paper>
    );
  }
  const { currency, perHour, perYear, expectedPerHour, byAudience } = revenueExposure;
  return (
    <Paper component="section" withBorder p="sm" aria-label="Revenue exposure" bg="transparent">
      <Title order={3} mb={2}>
        Revenue exposure
      </Title>
      <Group align="baseline" gap={6}>
        <Text fz={26} fw={650} lh={1.2}>
          {money(perHour, currency)}
        </Text>
        <Text size="sm" c="dimmed">
          per hour
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {money(perYear, currency)} per year · {money(expectedPerHour, currency)} per hour expected, weighed by state
      </Text>
      {byAudience.length > 1 && (
        <Box mt={6}>
          {byAudience.map((audience) => (
            <Group key={audience.id} justify="space-between" gap="xs">
              <Text size="xs">{audience.name}</Text>
              <Text size="xs">{money(audience.perHour, currency)} per hour</Text>
            </Group>
          ))}
        </Box>
      )}
    </Paper>
  );
}
