import { describe, expect, it } from 'vitest';
import { pipelinedStatements } from './pipelinedStatements';

describe('statements one ahead', () => {
  it('starts a statement only when the previous one is done, and returns while it runs', async () => {
    const said: string[] = [];
    const finishers: (() => void)[] = [];
    const statement = (name: string) => (): Promise<void> => {
      said.push(`${name} starts`);
      return new Promise((resolve) => finishers.push(() => (said.push(`${name} ends`), resolve())));
    };
    const ahead = pipelinedStatements();
    await ahead.start(statement('first'));
    said.push('preparing');
    const second = ahead.start(statement('second'));
    expect(said).toEqual(['first starts', 'preparing']);
    finishers[0]?.();
    await second;
    expect(said).toEqual(['first starts', 'preparing', 'first ends', 'second starts']);
    finishers[1]?.();
    await ahead.finish();
    expect(said.at(-1)).toBe('second ends');
  });

  it('reports a failure at the next call and starts nothing after it', async () => {
    const ahead = pipelinedStatements();
    await ahead.start(() => Promise.reject(new Error('refused')));
    let isStarted = false;
    await expect(ahead.start(() => ((isStarted = true), Promise.resolve()))).rejects.toThrow('refused');
    expect(isStarted).toBe(false);
    await expect(ahead.finish()).rejects.toThrow('refused');
  });
});
