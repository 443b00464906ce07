import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { BLOCKED_PLAN, PLAN } from '@/test/manifestPlanSample';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { ApplyBar } from './ApplyBar';
import type { PlanState } from './useManifestPlan';

const { conflicts } = BLOCKED_PLAN;

function show(plan: ManifestPlan) {
  const apply = vi.fn();
  const state = { isStale: false, isPreviewing: false, isApplying: false, apply } as unknown as PlanState;
  const { user } = renderInTenant(<ApplyBar state={state} plan={plan} />);
  return { user, apply };
}

it('applies what conflicts with another manifest only once somebody chooses to take it over', async () => {
  const { user, apply } = show({ ...PLAN, conflicts, summary: { ...PLAN.summary, delete: 0 } });
  const button = screen.getByRole('button', { name: 'Apply 4 changes' });
  expect(button).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'Take over 1 field from payments' }));
  await user.click(button);
  expect(apply).toHaveBeenCalledExactlyOnceWith({ takeOver: true });
});

it('can take over fields even if the landscape already has all that the manifest declares', async () => {
  const { user, apply } = show({ ...PLAN, conflicts, summary: { create: 0, update: 0, delete: 0, unchanged: 3 } });
  await user.click(screen.getByRole('checkbox', { name: 'Take over 1 field from payments' }));
  await user.click(screen.getByRole('button', { name: 'Take over' }));
  expect(apply).toHaveBeenCalledExactlyOnceWith({ takeOver: true });
});

it('does not mention taking over if nothing conflicts', async () => {
  const { user, apply } = show({ ...PLAN, summary: { ...PLAN.summary, delete: 0 } });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Apply 4 changes' }));
  expect(apply).toHaveBeenCalledExactlyOnceWith({ takeOver: false });
});

it('says which number has to be typed before much is deleted', async () => {
  const many = { deletes: 40, entities: 60 } as ManifestPlan['tooManyDeletes'];
  const { user, apply } = show({ ...PLAN, tooManyDeletes: many, summary: { ...PLAN.summary, delete: 40 } });
  await user.click(screen.getByRole('button', { name: /^Apply/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete and apply' }));
  expect(screen.getByRole('alert').textContent).toBe('Still missing: the number 40.');
  expect(apply).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: /Type 40 to confirm/ }), '40');
  await user.click(screen.getByRole('button', { name: 'Delete and apply' }));
  expect(apply).toHaveBeenCalledExactlyOnceWith({ allowDelete: 40, takeOver: false });
});

it('cannot apply the changes of an export that has no name of its own', () => {
  show({ ...PLAN, manifest: 'export', summary: { ...PLAN.summary, delete: 0 } });
  expect(screen.getByRole('button', { name: 'Apply 4 changes' })).toHaveProperty('disabled', true);
});
