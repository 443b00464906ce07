/** What a source calls things by keys that stay when their names change: numbers of a CMDB, identifiers of a model. */
import type { Manifest } from '@/contract/manifest/schema';

/** Of a thing with such a key, the list of a manifest that it is in. */
export type KeyedKind =
  | 'application'
  | 'component'
  | 'capability'
  | 'process'
  | 'segment'
  | 'technology'
  | 'dataset'
  | 'hosting-area'
  | 'hosting-zone';

export interface Keyed {
  technicalName: string;
  name?: string | undefined;
  formerly?: string | string[] | undefined;
  reuseName?: boolean | undefined;
}

/** What a manifest declares, by kind, in the order in which manifests list them. */
export function keyedLists(manifest: Manifest): readonly [KeyedKind, readonly Keyed[]][] {
  const { hostingAreas, technologies, datasets, capabilities, processes, segments, applications } = manifest;
  return [
    ['hosting-area', hostingAreas ?? []],
    ['hosting-zone', (hostingAreas ?? []).flatMap(({ zones }) => zones ?? [])],
    ['technology', technologies ?? []],
    ['dataset', datasets ?? []],
    ['capability', capabilities ?? []],
    ['process', processes ?? []],
    ['segment', segments ?? []],
    ['application', applications ?? []],
    ['component', (applications ?? []).flatMap(({ components }) => components ?? [])],
  ];
}

export class SourceKeys {
  private readonly names = new Map<KeyedKind, Map<string, string>>();

  /** Of two things with one key, the first has it. */
  note(kind: KeyedKind, key: string | undefined, technicalName: string): void {
    if (key === undefined || key === '') return;
    const ofKind = this.names.get(kind) ?? new Map<string, string>();
    this.names.set(kind, ofKind);
    if (!ofKind.has(key)) ofKind.set(key, technicalName);
  }

  /** By key, the technicalName. */
  of(kind: KeyedKind): ReadonlyMap<string, string> {
    return this.names.get(kind) ?? new Map();
  }

  get isEmpty(): boolean {
    return this.names.size === 0;
  }
}
