/** Leads to where what the landscape does not record can be recorded. */
import { isRoleAtLeast } from '@/domain/access';
import type { RecordedPart } from '@/domain/graph/questions/notRecorded';
import { firstToRecord } from '@/domain/recordedWords';
import { pageHref } from '@/client/pages';
import type { Membership } from '@/client/tenantContext';
import type { Unrecorded } from './impactFigures';

/** Applications say which capabilities they support; segments, who uses these and what they bring. No page for whom may not change it. */
export function unrecordedIn({ tenantId, role }: Pick<Membership, 'tenantId' | 'role'>, parts: readonly RecordedPart[] = []): Unrecorded {
  const first = firstToRecord(parts);
  if (first === undefined || !isRoleAtLeast(role, 'Editor')) return { parts };
  return { parts, href: pageHref(tenantId, `inventory/${first === 'capabilities' ? 'applications' : 'segments'}`) };
}
