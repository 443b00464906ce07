/** The arguments with which the suites are run. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LONG_SECTIONS, SECTIONS, propertyTests, testsWithLongCases } from './testSections';

afterEach(() => vi.unstubAllEnvs());

describe('the long suite', () => {
  const section = LONG_SECTIONS.find(({ title }) => title === 'Random cases');

  it('runs every property test on more cases than the short suite, each time from another seed', () => {
    vi.stubEnv('FAULTLINE_SEED', undefined);
    vi.stubEnv('FAULTLINE_RUNS', undefined);
    const words = section?.words('report.json') ?? [];
    expect(words).toEqual(expect.arrayContaining(propertyTests()));
    expect(propertyTests()).toContain('src/domain/graph/questions/blastRadius.test.ts');
    const [first, second] = [section?.env?.('report.json'), section?.env?.('report.json')];
    expect(Number(first?.FAULTLINE_RUNS)).toBeGreaterThan(1);
    expect(first?.FAULTLINE_SEED).not.toBe(second?.FAULTLINE_SEED);
  });

  it('runs the cases that the short suite leaves out', () => {
    const words = (sections: typeof SECTIONS) => sections.flatMap((one) => one.words('report.json'));
    expect(testsWithLongCases()).toContain('src/ops/backup/backup.db.test.ts');
    expect(words(LONG_SECTIONS)).toEqual(expect.arrayContaining([...testsWithLongCases(), '--tags-filter=long']));
    expect(words(SECTIONS).filter((word) => word === '--tags-filter=!long')).toHaveLength(2);
  });

  it('is not part of the short suite', () => {
    expect(SECTIONS.map(({ title }) => title)).not.toContain('Random cases');
  });
});
