/** The limits on saved scenarios: which plans include them, and how many. Shared by saving by hand and by manifest. */
import { MOST_SCENARIOS } from '@/contract/values/scenarios';
import { PLAN_LIMITS } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';

/** Throws 403 `plan_required` if the plan does not include saved scenarios. */
export function assertSavesScenarios(plan: Plan): void {
  if (PLAN_LIMITS[plan].savesScenarios) return;
  throw new AppError(
    'plan_required',
    `Saved scenarios come with the Team plan and above; this tenant has ${plan}. Scenarios can be evaluated without saving them.`,
  );
}

/** Throws 409 `conflict` if `more` scenarios beside the present ones would be too many. */
export function assertRoom(present: number, more: number): void {
  if (present + more <= MOST_SCENARIOS) return;
  throw new AppError(
    'conflict',
    `A tenant can have at most ${MOST_SCENARIOS} scenarios, and this would make ${present + more}. Delete some of them first.`,
  );
}
