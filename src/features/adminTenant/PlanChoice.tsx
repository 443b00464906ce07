/** The plans side by side; an Owner can choose one. */
'use client';

import { Badge, Button, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Tenant } from '@/contract/tenant';
import { PLAN_LIMITS } from '@/domain/access';
import { PLANS, type Plan } from '@/domain/vocabulary';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Section } from '@/ui/Section';
import { notify } from '@/ui/notify';
import { planLosses } from './planLosses';
import classes from './PlanChoice.module.css';

const ROWS: readonly { name: string; of(limits: (typeof PLAN_LIMITS)[Plan]): number | boolean }[] = [
  { name: 'Components', of: ({ components }) => components },
  { name: 'Depth of a blast radius', of: ({ maximumDepth }) => maximumDepth },
  { name: 'API, agents, keys, webhooks', of: ({ hasApi }) => hasApi },
  { name: 'Health signals per minute', of: ({ signalsPerMinute }) => signalsPerMinute },
  { name: 'API requests per minute per key', of: ({ requestsPerMinute }) => requestsPerMinute },
  { name: 'Saved scenarios', of: ({ savesScenarios }) => savesScenarios },
  { name: 'Revenue, and what failures cost', of: ({ hasRevenue }) => hasRevenue },
];

function limitWords(limit: number | boolean): string {
  if (limit === true) return 'Yes';
  return limit === false || limit === 0 ? '–' : limit.toLocaleString('en');
}

export function PlanChoice({ tenant, ifMatch }: { tenant: Tenant; ifMatch: string }) {
  const { role } = useTenant();
  const [wanted, setWanted] = useState<Plan | null>(null);
  return (
    <Section title="Plan" intro={role === 'Owner' ? 'As an Owner you can change it.' : 'Owners can change it.'}>
      <div className={classes.frame} role="region" aria-label="Plans" tabIndex={0}>
        <Table verticalSpacing={6} aria-label="Plans">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Limit</Table.Th>
              {PLANS.map((plan) => (
                <Table.Th key={plan}>
                  {plan}{' '}
                  {plan === tenant.plan && (
                    <Badge size="xs" tt="none" variant="default">
                      Yours
                    </Badge>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {ROWS.map(({ name, of }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {PLANS.map((plan) => (
                  <Table.Td key={plan}>{limitWords(of(PLAN_LIMITS[plan]))}</Table.Td>
                ))}
              </Table.Tr>
            ))}
            {role === 'Owner' && (
              <Table.Tr>
                <Table.Td />
                {PLANS.map((plan) => (
                  <Table.Td key={plan}>
                    {plan !== tenant.plan && <Choose plan={plan} components={tenant.usage.components} onChoose={setWanted} />}
                  </Table.Td>
                ))}
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </div>
      {wanted !== null && <ConfirmPlan tenant={tenant} plan={wanted} ifMatch={ifMatch} onClose={() => setWanted(null)} />}
    </Section>
  );
}

function Choose({ plan, components, onChoose }: { plan: Plan; components: number; onChoose(plan: Plan): void }) {
  const { components: limit } = PLAN_LIMITS[plan];
  if (components > limit)
    return (
      <Text size="xs" c="dimmed">
        Too small: {components.toLocaleString('en')} components in use
      </Text>
    );
  return (
    <Button variant="default" size="compact-xs" aria-label={`Choose ${plan}`} onClick={() => onChoose(plan)}>
      Choose
    </Button>
  );
}

function ConfirmPlan({ tenant, plan, ifMatch, onClose }: { tenant: Tenant; plan: Plan; ifMatch: string; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const choose = useMutation(
    trpc.tenant.setPlan.mutationOptions({
      trpc: { context: { ifMatch } },
      onSuccess: async () => {
        notify({ message: `${tenant.name} is on the ${plan} plan.` });
        onClose();
        router.refresh();
        // The plan decides what may be seen and how deep questions reach.
        await queryClient.invalidateQueries();
      },
    }),
  );
  const losses = planLosses(tenant.plan, plan);
  return (
    <ConfirmDialog
      title={`Change to the ${plan} plan?`}
      confirmLabel={`Change to ${plan}`}
      isBusy={choose.isPending}
      refusal={choose.isError ? <RefusalNote error={choose.error} /> : null}
      onConfirm={() => choose.mutate({ plan })}
      onClose={onClose}
    >
      {losses.length === 0
        ? `It takes effect at once. Nothing is lost.`
        : 'It takes effect at once. Nothing is deleted and you can change back, but until then:'}
      {losses.length > 0 && (
        <ul className={classes.losses}>
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
