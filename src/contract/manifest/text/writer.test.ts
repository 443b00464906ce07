import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { parse } from 'yaml';
import type { Manifest } from '@/contract/manifest/schema';
import { readManifestText } from './readText';
import { writeManifestYaml } from './writer';

const manifest = (name: string, more: Partial<Manifest> = {}): Manifest => ({ version: 1, name, ...more });

describe('a written manifest', () => {
  it('looks as a person would write it', () => {
    const written = writeManifestYaml(
      manifest('small shop', {
        technologies: [{ technicalName: 'pg', technologyVersion: '17', vendor: null, endOfSupport: '2029-11-08' }],
        applications: [
          {
            technicalName: 'shop',
            name: 'Shop: the first',
            capabilities: ['sell', 'no'],
            components: [{ technicalName: 'front', isExternal: false, hostingZones: [] }, { technicalName: 'back' }],
          },
        ],
        dependencies: [],
      }),
      ['By hand.'],
    );
    expect(written).toBe(`# By hand.
version: 1
name: small shop
technologies:
  - technicalName: pg
    technologyVersion: "17"
    vendor: null
    endOfSupport: "2029-11-08"
applications:
  - technicalName: shop
    name: "Shop: the first"
    capabilities: [sell, "no"]
    components:
      - technicalName: front
        isExternal: false
        hostingZones: []
      - technicalName: back
dependencies: []
`);
  });

  it('reads back unchanged, whatever texts it contains', () => {
    const awkward = fc.constantFrom(
      '',
      ' a',
      'a ',
      'yes',
      'NULL',
      '~',
      '1',
      '1e3',
      '0x1',
      '-',
      '- a',
      'a: b',
      'a #b',
      '#',
      '"',
      "'",
      '[',
      '{a}',
      '|',
      '>',
      '&a',
      '*a',
      '!a',
      '%a',
      '@',
      '`',
      'a\nb',
      '\t',
      'é',
      '\u2028',
      '\u0085',
      '\ufeff',
      '🙂',
      '.inf',
      '2029-01-01',
      '\\',
      '---',
      '...',
      '? a',
      '<<',
      '=',
    );
    const text = fc
      .oneof(awkward, fc.string(), fc.string({ unit: 'grapheme' }))
      .map((value) => value.slice(0, 200))
      .filter((value) => value.isWellFormed() && !value.includes('\u0000'));
    fc.assert(
      fc.property(text, text, (name, vendor) => {
        const original = manifest(name, { technologies: [{ technicalName: 't', vendor }] });
        const written = writeManifestYaml(original);
        expect(parse(written, { schema: 'core' })).toEqual(original);
        const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
        if (name.trim() !== '' && !control.test(name + vendor))
          expect(readManifestText(written, 'yaml')).toEqual({ manifest: original, issues: [], issuesOmitted: 0 });
      }),
      randomRuns(200),
    );
  });
});
