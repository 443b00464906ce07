import { CompletionContext } from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { manifestJsonSchema } from '@/contract/manifest/jsonSchema';
import { completeManifest, type ManifestKnowledge } from './completeManifest';
import type { SchemaNode } from './manifestSchema';

const schema = JSON.parse(manifestJsonSchema()) as SchemaNode;

/** What the editor offers at `|`, and what it searched for. */
async function offered(text: string, isExplicit = true): Promise<{ labels: string[]; from: string; asked: string[] }> {
  const asked: string[] = [];
  const knowledge: ManifestKnowledge = {
    schema: () => schema,
    findNames: (kind, search) => {
      asked.push(`${kind} ${search}`);
      return Promise.resolve([
        { technicalName: 'orders-db', name: 'Orders' },
        { technicalName: 'web', name: 'Web shop' },
      ]);
    },
  };
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [yaml()] });
  const result = await completeManifest(knowledge)(new CompletionContext(state, text.indexOf('|'), isExplicit));
  return { labels: result?.options.map(({ label }) => label) ?? [], from: state.sliceDoc(result?.from ?? 0, text.indexOf('|')), asked };
}

describe('what the editor offers', () => {
  it('fields that are valid and not yet there', async () => {
    expect(await offered('hostingAreas:\n  - technicalName: eu\n    zones:\n      - name: One\n        d|')).toEqual({
      labels: ['technicalName', 'description', 'formerly', 'reuseName'],
      from: 'd',
      asked: [],
    });
  });
  it('values of an enumeration', async () => {
    expect((await offered('dependencies:\n  - mode: |')).labels).toEqual(['Hard', 'Soft', 'Async', 'Degraded']);
  });
  it('names in this manifest first, then matching names in the tenant, each once', async () => {
    const text = 'applications:\n  - technicalName: shop\n    components:\n      - technicalName: web\ndependencies:\n  - source: w|';
    expect(await offered(text)).toEqual({ labels: ['web', 'orders-db'], from: 'w', asked: ['component w'] });
  });
  it('names in a list of names', async () => {
    expect((await offered('applications:\n  - capabilities: [sell|')).asked).toEqual(['capability sell']);
  });
  it('nothing in a comment, for free text, or unrequested on an empty line', async () => {
    expect((await offered('name: x # so|')).labels).toEqual([]);
    expect((await offered('name: x|')).labels).toEqual([]);
    expect((await offered('version: 1\n|', false)).labels).toEqual([]);
  });
});
