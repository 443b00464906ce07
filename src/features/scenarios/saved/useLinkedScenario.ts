/** A link that only names a saved scenario: the page fills in what the scenario fails as soon as it is loaded. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '@/client/trpc';
import type { ChangeScenario, ScenarioView } from '@/features/scenarios/scenarioAddress';
import { askedBy } from './savedView';

/** Whether it is still being read. A basket that a person empties later stays empty. */
export function useLinkedScenario(view: ScenarioView, change: ChangeScenario): boolean {
  const { scenario, basket } = view;
  const filledFor = useRef<string | null>(null);
  const isLinkOnly = scenario !== null && basket.length === 0;
  const { data, isPending } = useQuery({
    ...useTRPC().scenarios.get.queryOptions({ idOrTechnicalName: scenario ?? '' }),
    enabled: isLinkOnly,
  });
  useEffect(() => {
    if (scenario === null || filledFor.current === scenario) return;
    if (basket.length > 0) filledFor.current = scenario;
    else if (data !== undefined) {
      filledFor.current = scenario;
      const asked = askedBy(data);
      if (asked.basket.length > 0) change(asked, { isReplacing: true });
    }
  }, [scenario, basket, data, change]);
  return isLinkOnly && isPending;
}
