import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { useBulk } from './useBulk';
import { MOST_AT_ONCE } from '@/contract/values/inventory';

type Bulk = ReturnType<typeof useBulk>;

function show(answers: FakeAnswers) {
  let bulk: Bulk | null = null;
  function Probe() {
    bulk = useBulk('component');
    return <p>{bulk.progress === null ? 'idle' : `${bulk.progress.done} of ${bulk.progress.of}`}</p>;
  }
  const shown = renderInTenant(<Probe />, { answers });
  return { ...shown, bulk: () => bulk as unknown as Bulk };
}
const ids = Array.from({ length: MOST_AT_ONCE * 2 + 1 }, (_, index) => `c${index}`);
const words = (count: number) => `Deleted ${count}.`;

it('deletes in portions that the service accepts, and undoes the last portion first', async () => {
  let made = 0;
  const { user, bulk, callsOf } = show({
    'bulk.delete': () => ({ changeSetId: `s${++made}` }),
    'changes.undo': () => ({ notRestored: [] }),
  });
  await act(() => bulk().remove(ids, false, words));
  expect((callsOf('bulk.delete') as { ids: string[] }[]).map((input) => input.ids.length)).toEqual([MOST_AT_ONCE, MOST_AT_ONCE, 1]);
  expect(screen.getByText(`Deleted ${ids.length}.`)).toBeTruthy();
  expect(screen.getByText('idle')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(callsOf('changes.undo')).toEqual([{ changeSetId: 's3' }, { changeSetId: 's2' }, { changeSetId: 's1' }]));
});

it('stops at a refusal, reports it, and offers to undo what was done before', async () => {
  let made = 0;
  const { bulk, callsOf } = show({
    'bulk.delete': () => {
      if (++made === 2) throw refusal('in_use', 'One is in use.');
      return { changeSetId: `s${made}` };
    },
  });
  await act(() => expect(bulk().remove(ids, false, words)).rejects.toThrow('One is in use.'));
  expect(callsOf('bulk.delete')).toHaveLength(2);
  expect(screen.getByText(`Deleted ${MOST_AT_ONCE}.`)).toBeTruthy();
});

it('counts changes over all portions, and offers no undo if nothing was changed', async () => {
  const { bulk } = show({ 'bulk.update': ({ ids: asked }: { ids: string[] }) => ({ changed: [], unchanged: asked, changeSetId: null }) });
  let outcome;
  await act(async () => (outcome = await bulk().update(ids, { set: { tier: 'Gold' } }, words)));
  expect(outcome).toEqual({ changed: 0, unchanged: ids.length });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('says what an undo could not restore', async () => {
  const { user, bulk } = show({
    'bulk.delete': () => ({ changeSetId: 's1' }),
    'changes.undo': () => ({ notRestored: [{ technicalName: 'web', message: 'The name is taken.' }] }),
  });
  await act(() => bulk().remove(['c1'], false, words));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('web: The name is taken.')).toBeTruthy();
});
