/** Adds something to a scenario and opens the scenario page. */
'use client';

import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import type { EntityKind } from '@/domain/vocabulary';
import { keepBasket, lastWritten, readBasket, scenarioHref, withMembers } from './scenarioBasket';
import { useTenant } from './tenantContext';

interface Props {
  entities: readonly { kind: EntityKind; id: string }[];
  size?: 'xs' | 'sm';
}

export function ScenarioButton({ entities, size = 'sm' }: Props) {
  const { tenantId } = useTenant();
  const router = useRouter();
  const add = (): void => {
    const basket = withMembers(readBasket(lastWritten(tenantId)), entities);
    keepBasket(tenantId, basket);
    router.push(scenarioHref(tenantId, basket));
  };
  return (
    <Button variant="default" size={size} leftSection={<IconStack2 size={16} aria-hidden="true" />} onClick={add}>
      Add to scenario
    </Button>
  );
}
