/** What is planted is found: exactly, in any order, twice, in any batches and forms; and of a tenth of the traces, nothing false. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { randomFrom } from '@/lab/randomFrom';
import type { Manifest } from '@/contract/manifest/schema';
import { compareObserved, type Comparison } from '@/domain/observe/compare';
import { observeSeries } from '@/domain/observe/fromSeries';
import { observeSpans } from '@/domain/observe/fromSpans';
import { ComponentNames } from '@/domain/observe/mapping';
import type { Observed } from '@/domain/observe/observed';
import { SpanTable } from '@/domain/observe/spanTable';
import { plant, randomLandscape, type DeclaredLandscape, type PlantedTraffic } from '@/test/plantedTraffic';
import { randomRuns } from '@/test/randomRuns';
import { otlpDocument, otlpProtobuf, span, tableOf, type SaidSpan } from '@/test/spans';
import { OtlpReader } from './otlp/readOtlp';

const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = randomFrom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
};
const namesOf = ({ components }: DeclaredLandscape): ComponentNames => new ComponentNames(components, new Map());
const listsOf = ({ atOdds, undeclared, unmapped }: Comparison) => ({
  atOdds: atOdds.map(({ source, target, what }) => `${source} → ${target} ${what}`).sort(),
  undeclared: undeclared.map(({ source, target }) => `${source} → ${target}`).sort(),
  unmapped: unmapped.map(({ name }) => name).sort(),
});
const ofSpans = (spans: readonly SaidSpan[]): Observed => observeSpans(tableOf(spans.map(span)));

/** In batches of any size, in JSON or protobuf, in chunks of any size. */
function throughFiles(spans: readonly SaidSpan[], seed: number): Observed {
  const random = randomFrom(seed);
  const table = new SpanTable();
  for (let at = 0; at < spans.length;) {
    const size = 1 + Math.floor(random() * 300);
    const batch = spans.slice(at, at + size);
    at += size;
    const bytes = random() < 0.5 ? otlpProtobuf(batch) : Buffer.from(JSON.stringify(otlpDocument(batch)));
    const reader = new OtlpReader((one) => table.add(one));
    const chunk = 1 + Math.floor(random() * 10_000);
    for (let from = 0; from < bytes.length; from += chunk) reader.push(bytes.subarray(from, from + chunk));
    expect(reader.end()).toBe(0);
  }
  return observeSpans(table);
}

function check(landscape: DeclaredLandscape, seed: number): void {
  const planted: PlantedTraffic = plant(landscape, seed);
  const { declared, traces, atOdds, undeclared, unmapped } = planted;
  const compared = (observed: Observed): ReturnType<typeof listsOf> => listsOf(compareObserved(observed, declared, namesOf(landscape)));
  // A very small landscape has no room for each sort.
  if (landscape.components.length > 20) expect([atOdds.length > 0, undeclared.length > 0, unmapped.length > 0]).toEqual([true, true, true]);
  const spans = traces.flat();
  const whole = ofSpans(spans);
  expect(compared(whole)).toEqual({ atOdds, undeclared, unmapped });
  const { nodes, edges } = whole;
  expect(ofSpans(shuffled([...spans, ...spans.slice(0, 50)], seed))).toEqual(whole);
  const { nodes: nodesRead, edges: edgesRead } = throughFiles(shuffled([...spans, ...spans], seed), seed);
  expect([nodesRead.map(({ key }) => key), edgesRead.map(countsOf)]).toEqual([nodes.map(({ key }) => key), edges.map(countsOf)]);
  const few = compared(
    ofSpans(
      shuffled(traces, seed)
        .slice(0, Math.ceil(traces.length / 10))
        .flat(),
    ),
  );
  for (const list of ['atOdds', 'undeclared', 'unmapped'] as const)
    expect(few[list].filter((line) => !{ atOdds, undeclared, unmapped }[list].includes(line))).toEqual([]);
  expect(compared(observeSeries(shuffled(planted.series, seed)))).toEqual({ atOdds: planted.ofSeries, undeclared, unmapped });
  const mesh = observeSeries(shuffled(planted.istio, seed));
  expect(compared(mesh)).toEqual({ atOdds: planted.ofIstio, undeclared, unmapped });
  // Both ends report each call: neither the sum nor the smaller count.
  expect(new Set(mesh.edges.map(({ calls }) => calls))).toEqual(new Set([planted.istioCalls]));
}

const countsOf = ({ source, target, dependencyType, calls, failed, alone, reached }: Observed['edges'][number]) => ({
  ...{ source, target, dependencyType, calls, failed, alone, reached },
});

describe('planted differences', () => {
  const { seed } = randomRuns(10);
  it.each(Array.from({ length: 4 }, (_, at) => [10 + at * 24, seed + at]))(
    'of a random landscape of %i components are found exactly (seed %i)',
    (size, own) => check(randomLandscape(size, own), own),
  );

  it.each(Array.from({ length: 16 }, (_, at) => [60 * (at + 1) + 40, seed + 100 + at]))(
    'of a random landscape of %i components are found exactly, seed %i',
    { tags: ['long'] },
    (size, own) => check(randomLandscape(size, own), own),
  );

  it.each(['opentelemetry-demo', 'sentry-self-hosted'])('of %s are found exactly', (name) => {
    const manifest = parse(readFileSync(`src/test/landscapes/${name}.yaml`, 'utf8')) as Manifest;
    const components = (manifest.applications ?? []).flatMap((one) => (one.components ?? []).map(({ technicalName }) => technicalName));
    const dependencies = (manifest.dependencies ?? [])
      .map(({ source, target, dependencyType, mode = 'Hard' }) => ({
        source,
        target,
        dependencyType,
        mode,
        required: true,
        isEncrypted: false,
      }))
      // What is declared in two ways is at odds with itself by design.
      .filter(({ source, target }, at, all) => all.findIndex((one) => one.source === source && one.target === target) === at);
    check({ components, dependencies }, 7);
  });
});
