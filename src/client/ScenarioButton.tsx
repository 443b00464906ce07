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
  size?: 'compact-xs' | 'xs' | 'sm';
  /** What is added, for screen readers, where several such buttons stand on one page. */
  name?: string;
  /** How many are added, where that is said. */
  count?: number;
}

export function ScenarioButton({ entities, size = 'sm', name, count }: Props) {
  const { tenantId } = useTenant();
  const router = useRouter();
  const add = (): void => {
    const basket = withMembers(readBasket(lastWritten(tenantId)), entities);
    keepBasket(tenantId, basket);
    router.push(scenarioHref(tenantId, basket));
  };
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconStack2 size={size === 'compact-xs' ? 14 : 16} aria-hidden="true" />}
      aria-label={name === undefined ? undefined : `Add ${name} to scenario`}
      onClick={add}
    >
      {count === undefined ? 'Add to scenario' : `Add ${count.toLocaleString('en')} to scenario`}
    </Button>
  );
}
