import { describe, expect, it } from 'vitest';
import { manifestJsonSchema } from '@/contract/manifest/jsonSchema';
import { fieldsAt, referredKind, valuesAt, type SchemaNode } from './manifestSchema';

const schema = JSON.parse(manifestJsonSchema()) as SchemaNode;
const namesAt = (...path: string[]): string[] => fieldsAt(schema, path).map(({ name }) => name);

describe('fields', () => {
  it('of the document are listed, required ones marked', () => {
    expect(namesAt()).toEqual([
      'version',
      'name',
      'applications',
      'capabilities',
      'processes',
      'segments',
      'hostingAreas',
      'technologies',
      'datasets',
      'dependencies',
      'scenarios',
    ]);
    expect(
      fieldsAt(schema, [])
        .filter(({ isRequired }) => isRequired)
        .map(({ name }) => name),
    ).toEqual(['version', 'name']);
  });
  it('of items nested in lists are listed', () => {
    expect(namesAt('hostingAreas', 'zones')).toEqual(['technicalName', 'name', 'description', 'formerly', 'reuseName']);
    expect(namesAt('segments', 'capabilities')).toEqual(['capability', 'revenueShare']);
  });
  it('have a description, and say whether they contain others', () => {
    const fields = fieldsAt(schema, ['applications']);
    expect(fields.find(({ name }) => name === 'components')).toMatchObject({ title: 'Components', isContainer: true });
    expect(fields.find(({ name }) => name === 'ownerTeam')).toMatchObject({ isContainer: false });
  });
  it('are none for a plain value or an unknown field', () => {
    expect(namesAt('name')).toEqual([]);
    expect(namesAt('nothing', 'known')).toEqual([]);
  });
});

describe('values', () => {
  it('are those of the enumeration, true and false, or the only allowed one', () => {
    expect(valuesAt(schema, ['dependencies', 'mode'])).toEqual(['Hard', 'Soft', 'Async', 'Degraded']);
    expect(valuesAt(schema, ['dependencies', 'required'])).toEqual(['true', 'false']);
    expect(valuesAt(schema, ['version'])).toEqual(['1']);
    expect(valuesAt(schema, ['name'])).toEqual([]);
  });
});

describe('references', () => {
  it.each([
    [['dependencies', 'source'], 'component'],
    [['applications', 'components', 'hostingZones'], 'hosting-zone'],
    [['applications', 'processes'], 'process'],
    [['capabilities', 'parent'], 'capability'],
    [['segments', 'capabilities', 'capability'], 'capability'],
    [['dependencies', 'mode'], null],
    [['applications', 'components'], null],
    [['name'], null],
  ] as const)('at %j lead to: %s', (path, kind) => {
    expect(referredKind(path)).toBe(kind);
  });
});
