/**
 * Which applications count towards capabilities, processes and audiences: those in service, and others only if the question is about them or
 * asks for all.
 */
import { isInService } from '@/domain/lifecycle';
import type { EntityKind } from '@/domain/vocabulary';
import type { ApplicationFact } from '@/domain/graph/arrays/landscapeFacts';

/** Applications that count although they are not in service, by index. */
export type AlsoCounted = ReadonlySet<number> | 'all';

export const NONE_BESIDES: AlsoCounted = new Set();

/** A question about applications counts these as in service. */
export function alsoCounted(about: readonly { kind: EntityKind; index: number }[], includeNotInService = false): AlsoCounted {
  if (includeNotInService) return 'all';
  return new Set(about.flatMap(({ kind, index }) => (kind === 'application' ? [index] : [])));
}

interface WithApplications {
  applications: { at(index: number): Pick<ApplicationFact, 'lifecycleState'> };
}

/** By the index of an application. */
export function counts({ applications }: WithApplications, application: number, also: AlsoCounted = NONE_BESIDES): boolean {
  return isInService(applications.at(application).lifecycleState) || also === 'all' || also.has(application);
}
