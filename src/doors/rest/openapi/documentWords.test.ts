/** Every operation, parameter and field is described, and every limit that the server sets on a request is stated. */
import { describe, expect, it } from 'vitest';
import { operationsOf, parametersOf, schemaPlaces, type Place } from '@/test/documentFields';
import { openapiDocument } from './openapiDocument';

const document = openapiDocument();
const operations = operationsOf(document);
const places = schemaPlaces(document);

const IDLE_WORDS = new Set(['a', 'an', 'and', 'in', 'is', 'its', 'of', 'the', 'this', 'whether']);

/** The words of a name or a sentence, in lower case and without endings: `componentIds` becomes component, id. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !IDLE_WORDS.has(word))
    .map((word) => word.replace(/s$/, ''));
}

/** Whether the description is missing, is not a sentence, or only repeats the name. */
function saysNothing(name: string, description: unknown): boolean {
  if (typeof description !== 'string') return true;
  const known = new Set(wordsOf(name));
  return wordsOf(description).every((word) => known.has(word));
}

describe('the words of the document', () => {
  it('are found by this test', () => {
    expect(operations.length).toBeGreaterThan(100);
    expect(places.length).toBeGreaterThan(2_000);
  });

  it('recognise a description that says nothing', () => {
    expect(
      ['', 'The component ids.', 'componentIds', 'Ids of the component', undefined].map((words) => saysNothing('componentIds', words)),
    ).toEqual([true, true, true, true, true]);
    expect(saysNothing('componentIds', 'The components that failed.')).toBe(false);
  });

  it('describe every operation beyond its summary and the scope that it needs', () => {
    const silent = operations.filter(([, { summary, description }]) =>
      saysNothing(
        String(summary),
        String(description)
          .replace(/Needs the scope `\w+`\.$/, '')
          .trim(),
      ),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('describe every parameter', () => {
    const silent = operations.flatMap(([name, operation]) =>
      parametersOf(document, operation)
        .filter((parameter) => saysNothing(parameter.name, parameter.description))
        .map((parameter) => `${name} ${parameter.name}`),
    );
    expect(silent).toEqual([]);
  });

  it('describe every field of every request and answer', () => {
    const silent = places.filter(({ name, schema }) => name !== '' && saysNothing(name, schema.description));
    expect(silent.map(({ path, schema }) => `${path}: ${String(schema.description)}`)).toEqual([]);
  });

  it('describe every schema that has a name', () => {
    const silent = Object.entries(document.components.schemas).filter(([name, { description }]) => saysNothing(name, description));
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

describe('the limits in the document', () => {
  /** A manifest is limited as a whole, in bytes and in fields, so its lists have no limits of their own. */
  const isListOfManifest = ({ path }: Place): boolean => /^Manifest(Application|HostingArea)?\.\w+\|0$/.test(path);
  const requested = places.filter((place) => place.sides.has('request') && !isListOfManifest(place));
  const typesOf = ({ type }: Place['schema']): unknown[] => (Array.isArray(type) ? type : [type]);
  const isOpen: Readonly<Record<string, (schema: Place['schema']) => boolean>> = {
    string: ({ enum: choices, const: only, pattern, format, maxLength }) =>
      ![choices, only, pattern, format, maxLength].some((limit) => limit !== undefined),
    integer: ({ minimum, maximum }) => minimum === undefined || maximum === undefined,
    number: ({ const: only, minimum, exclusiveMinimum, maximum }) =>
      only === undefined && ((minimum ?? exclusiveMinimum) === undefined || maximum === undefined),
    array: ({ maxItems }) => maxItems === undefined,
  };

  it.each(Object.keys(isOpen))('are stated for every %s that a request may hold', (type) => {
    const held = requested.filter(({ schema }) => typesOf(schema).includes(type));
    expect(held.length).toBeGreaterThan(5);
    expect(held.filter(({ schema }) => isOpen[type]?.(schema)).map(({ path }) => path)).toEqual([]);
  });

  it('are those of the schemas that check requests', () => {
    const at = (path: string): object | undefined => places.find((place) => place.path === path)?.schema;
    expect(at('CreateApplicationRequest.name')).toMatchObject({ type: 'string', minLength: 1, maxLength: 200 });
    expect(at('CreateApplicationRequest.capabilityIds')).toMatchObject({ type: 'array', maxItems: 1_000, items: { format: 'uuid' } });
    expect(at('PushHealthSignalsRequest.signals')).toMatchObject({ minItems: 1, maxItems: 1_000 });
    expect(at('GET /blast-radius ?maxDepth')).toMatchObject({ type: 'integer', minimum: 1, maximum: 10, format: 'int32' });
    expect(at('Manifest.applications[].components[].technicalName') ?? at('ManifestComponent.technicalName')).toMatchObject({
      pattern: expect.any(String),
    });
  });
});
