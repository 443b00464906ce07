/** The icon of each kind of entity. */
import {
  IconApps,
  IconBuildingSkyscraper,
  IconCpu,
  IconFileDatabase,
  IconMapPin,
  IconPuzzle,
  IconRoute,
  IconTargetArrow,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { EntityKind } from '@/domain/vocabulary';

const ICONS: Readonly<Record<EntityKind, Icon>> = {
  application: IconApps,
  component: IconPuzzle,
  capability: IconTargetArrow,
  process: IconRoute,
  'hosting-area': IconBuildingSkyscraper,
  'hosting-zone': IconMapPin,
  technology: IconCpu,
  segment: IconUsersGroup,
  dataset: IconFileDatabase,
};

export function EntityIcon({ kind, size = 15 }: { kind: EntityKind; size?: number }) {
  const Drawing = ICONS[kind];
  return <Drawing size={size} stroke={1.7} aria-hidden="true" style={{ flex: 'none' }} />;
}
