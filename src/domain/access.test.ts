/** Who may do and see what. */
import { describe, expect, test } from 'vitest';
import { PLAN_LIMITS, isRoleAtLeast, mayManageRole, mayPersonSeeRevenue } from './access';
import { PLANS, ROLES } from './vocabulary';

describe('a person sees revenue', () => {
  test.each(PLANS.filter((plan) => !PLAN_LIMITS[plan].hasRevenue))('on the plan %s in no role, whatever the tenant chose', (plan) => {
    expect(ROLES.filter((role) => mayPersonSeeRevenue(plan, role, ROLES))).toEqual([]);
  });

  test.each(PLANS.filter((plan) => PLAN_LIMITS[plan].hasRevenue))('on the plan %s in just the roles that the tenant chose', (plan) => {
    for (const chosen of [[], ['Owner'], ['Viewer', 'Admin'], ROLES] as const)
      expect(new Set(ROLES.filter((role) => mayPersonSeeRevenue(plan, role, chosen)))).toEqual(new Set(chosen));
  });

  test('only on Business and Enterprise', () => {
    expect(PLANS.filter((plan) => mayPersonSeeRevenue(plan, 'Owner', ['Owner']))).toEqual(['Business', 'Enterprise']);
  });
});

test('each role may do what the ones below it may', () => {
  expect(ROLES.map((role) => ROLES.filter((least) => isRoleAtLeast(role, least)))).toEqual(
    ROLES.map((_, index) => ROLES.slice(0, index + 1)),
  );
});

test('Admins manage everybody except Owners, Owners manage everybody, and others nobody', () => {
  expect(Object.fromEntries(ROLES.map((acting) => [acting, ROLES.filter((role) => mayManageRole(acting, role))]))).toEqual({
    Viewer: [],
    Editor: [],
    Admin: ['Viewer', 'Editor', 'Admin'],
    Owner: ['Viewer', 'Editor', 'Admin', 'Owner'],
  });
});
