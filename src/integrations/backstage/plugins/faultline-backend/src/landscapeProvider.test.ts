/** What the catalog gets when Faultline answers page by page, slowly, or not at all. */
import { mockServices } from '@backstage/backend-test-utils';
import { describe, expect, it, vi } from 'vitest';
import { FaultlineBusyError, type FaultlineClient, type Query } from './faultlineClient';
import { LandscapeProvider } from './landscapeProvider';

const place = { namespace: 'default', defaultOwner: 'group:default/unknown', pages: 'https://f.example.com/t/x' };
const component = (index: number) => ({
  id: `c${index}`,
  applicationId: 'a',
  technicalName: `c${index}`,
  name: `C${index}`,
  description: null,
  kind: 'WebAPI',
});

/** Answers three pages of components; `before` may refuse. */
function clientWith(before: (path: string, query: Query) => void): FaultlineClient {
  return {
    get: (path, query = {}) => {
      before(path, query);
      if (path !== '/components') return Promise.resolve({ items: [], nextCursor: null } as never);
      const from = query.cursor === undefined ? 0 : Number(query.cursor);
      return Promise.resolve({ items: [component(from), component(from + 1)], nextCursor: from < 4 ? String(from + 2) : null } as never);
    },
  };
}
const providerOf = (client: FaultlineClient) =>
  new LandscapeProvider(client, place, mockServices.logger.mock(), { run: () => Promise.resolve() });

describe('the provider', () => {
  it('reads every page and applies all of them at once', async () => {
    const connection = { applyMutation: vi.fn(() => Promise.resolve()), refresh: vi.fn() };
    expect(await providerOf(clientWith(() => undefined)).refresh(connection)).toBe(6);
    expect(connection.applyMutation).toHaveBeenCalledTimes(1);
    const [[mutation]] = connection.applyMutation.mock.calls as unknown as [[{ type: string; entities: { locationKey: string }[] }]];
    expect([mutation.type, mutation.entities.length, mutation.entities[0]?.locationKey]).toEqual(['full', 6, 'faultline']);
  });

  it('waits when Faultline says so, and gives up after five attempts', async () => {
    let refusals = 4;
    const connection = { applyMutation: vi.fn(() => Promise.resolve()), refresh: vi.fn() };
    const busy = clientWith((_path, { cursor }) => {
      if (cursor === '2' && (refusals -= 1) >= 0) throw new FaultlineBusyError(1);
    });
    expect(await providerOf(busy).refresh(connection)).toBe(6);
    refusals = 1_000;
    await expect(providerOf(busy).refresh(connection)).rejects.toThrow('asks to wait');
    expect([connection.applyMutation.mock.calls.length, refusals]).toEqual([1, 995]);
  });

  it('leaves the catalog as it is when a page is missing or the task is stopped', async () => {
    const connection = { applyMutation: vi.fn(() => Promise.resolve()), refresh: vi.fn() };
    const broken = clientWith((path) => {
      if (path === '/dependencies') throw new Error('gone');
    });
    await expect(providerOf(broken).refresh(connection)).rejects.toThrow('gone');
    const slow = clientWith(() => {
      throw new FaultlineBusyError(60_000);
    });
    await expect(providerOf(slow).refresh(connection, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(connection.applyMutation).not.toHaveBeenCalled();
  });
});
