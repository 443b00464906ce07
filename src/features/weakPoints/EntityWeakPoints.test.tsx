import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { refusal } from '@/test/dom/fakeTransport';
import type { WeakPoints } from '@/contract/weakPoints';
import { EntityWeakPoints } from './EntityWeakPoints';
import type { WeakPointView } from './weakPointAddress';
import { weakPointSheet } from './weakPointSheet';

const ID = '22222222-2222-4222-8222-222222222222';
const named = (name: string) => ({ id: name, technicalName: name, name });
const answer = ({ order }: { order: number }) => ({
  entity: { ...named('pay'), id: ID, type: 'capability' },
  state: 'Outage',
  order,
  currency: null,
  singlePoints: [{ ...named('ledger'), kind: 'Database', applicationId: ID, isOwn: false, perHour: null }],
  cutSets: order === 1 ? [] : [{ members: [named('store-a'), named('store-b')], perHour: null }],
  margins: [
    {
      source: named('till'),
      redundancyGroup: 'stores',
      redundancyMinimum: 2,
      targets: 3,
      failuresLeft: 1,
      sharedCauses: [],
      sharedCausesOmitted: 0,
    },
  ],
  fixes: [],
  completeness: { order, isComplete: order === 1, omitted: null, withheld: ['perHour'] },
  landscapeVersion: 1,
});
const view = { entity: { kind: 'capability', id: ID }, state: 'Outage', order: 2 } as WeakPointView & {
  entity: { kind: 'capability'; id: string };
};

it('shows single points while pairs and fixes are still being searched, and no amounts to those who may not see revenue', async () => {
  const never = () => new Promise(() => undefined);
  const { callsOf } = renderInTenant(<EntityWeakPoints view={view} change={() => undefined} />, {
    answers: {
      'weakPoints.of': (input: { order: number }) => (input.order === 1 ? answer(input) : never()),
      'weakPoints.fixes': never,
    },
  });
  expect((await screen.findByRole('region', { name: 'Alone (1)' })).textContent).toBe('Alone (1)ledger Database');
  expect(screen.getByRole('meter', { name: 'How many of “stores” may fail' }).getAttribute('aria-valuetext')).toBe('1 target may fail');
  expect(screen.getByRole('status', { name: 'Combining failures' })).toBeTruthy();
  expect(screen.getByRole('status', { name: 'Trying changes' })).toBeTruthy();
  expect(callsOf('weakPoints.of').map((input) => (input as { fixes: boolean }).fixes)).toEqual([false, false]);
});

it('shows no cost of 0, as where nobody recorded revenue', async () => {
  const costing = (perHour: number) => (input: { order: number }) => ({
    ...answer(input),
    currency: 'EUR',
    singlePoints: answer(input).singlePoints.map((point) => ({ ...point, perHour })),
  });
  const alone = async (perHour: number): Promise<string | null> => {
    const { unmount } = renderInTenant(<EntityWeakPoints view={view} change={() => undefined} />, {
      answers: { 'weakPoints.of': costing(perHour), 'weakPoints.fixes': () => new Promise(() => undefined) },
    });
    const { textContent } = await screen.findByRole('region', { name: 'Alone (1)' });
    unmount();
    return textContent;
  };
  expect(await alone(20)).toBe('Alone (1)ledger Database€20/h');
  expect(await alone(0)).toBe('Alone (1)ledger Database');
});

it('does not say that several would do it, where no component does it alone', async () => {
  const none = (input: { order: number }) => ({
    ...answer(input),
    singlePoints: [],
    cutSets: [],
    margins: [],
    completeness: { ...answer(input).completeness, isComplete: true },
  });
  renderInTenant(<EntityWeakPoints view={view} change={() => undefined} />, {
    answers: { 'weakPoints.of': none, 'weakPoints.fixes': () => ({ currency: null, fixes: [], landscapeVersion: 1 }) },
  });
  expect(await screen.findByText('No single component is enough.')).toBeTruthy();
  expect(await screen.findByText('No two components take it down only together.')).toBeTruthy();
  expect(await screen.findByText('No small change was found that removes a single point or a shared zone.')).toBeTruthy();
});

it('says that nothing is known of what has no component, also for strangers', async () => {
  const empty = (input: { order: number }) => ({ ...answer(input), ownComponents: 0, singlePoints: [], cutSets: [], margins: [] });
  renderInTenant(<EntityWeakPoints view={view} change={() => undefined} />, { answers: { 'weakPoints.of': empty } });
  const unknown = 'Nothing is known, because no component in service is recorded for pay.';
  expect(await screen.findByText(unknown)).toBeTruthy();
  expect(screen.queryByText('Alone (0)')).toBeNull();
  expect(weakPointSheet(empty({ order: 1 }) as unknown as WeakPoints).note).toContain(unknown);
});

it('counts as many sets as it lists, and says if there are more, also for strangers', () => {
  const figureOf = (isComplete: boolean) =>
    weakPointSheet({
      ...answer({ order: 2 }),
      completeness: { order: 2, isComplete, omitted: null, withheld: [] },
    } as unknown as WeakPoints);
  expect(figureOf(true).figures?.[1]?.value).toBe('1');
  expect(figureOf(false).figures?.[1]?.value).toBe('1 or more');
  expect(figureOf(false).tables[1]?.title).toBe('Only together, the first 1');
});

it('says that there may be more pairs, and that changes could not be tried', async () => {
  renderInTenant(<EntityWeakPoints view={view} change={() => undefined} />, {
    answers: {
      'weakPoints.of': answer,
      'weakPoints.fixes': () => {
        throw refusal('unavailable', 'It takes too long at the moment.');
      },
    },
  });
  expect((await screen.findByRole('region', { name: 'Only together (1 or more)' })).textContent).toContain('so the list is incomplete');
  expect((await screen.findByRole('alert')).textContent).toContain('It takes too long at the moment.');
});
