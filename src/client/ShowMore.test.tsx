import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { PATIENT } from '@/test/patience';
import { ShowMore, type EndlessList } from './ShowMore';

type Answer = Awaited<ReturnType<EndlessList['fetchNextPage']>>;

function listOf(...answers: Answer[]) {
  const fetchNextPage = vi.fn<EndlessList['fetchNextPage']>();
  for (const answer of answers) fetchNextPage.mockResolvedValueOnce(answer);
  return { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, error: null, data: { pages: [1] }, fetchNextPage };
}

const page = (...pages: number[]): Answer => ({ data: { pages }, isError: false });

async function pressOn(list: EndlessList): Promise<void> {
  renderInTenant(<ShowMore list={list} label="Show more of 3" />);
  await userEvent.click(screen.getByRole('button', { name: 'Show more of 3' }));
}

it('requests a cancelled page again, and a loaded page only once', async () => {
  const list = listOf(page(1), page(1, 2));
  await pressOn(list);
  await vi.waitFor(() => expect(list.fetchNextPage).toHaveBeenCalledTimes(2), PATIENT);
  expect(list.fetchNextPage.mock.calls).toEqual([[{ cancelRefetch: false }], [{ cancelRefetch: false }]]);
});

it('stops after a failure, which is shown', async () => {
  const list = listOf({ data: { pages: [1] }, isError: true }, page(1, 2));
  await pressOn(list);
  await vi.waitFor(() => expect(list.fetchNextPage).toHaveBeenCalled(), PATIENT);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(list.fetchNextPage).toHaveBeenCalledTimes(1);
});
