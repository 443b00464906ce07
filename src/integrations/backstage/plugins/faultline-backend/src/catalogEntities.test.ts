/** How names, kinds and dependencies are mapped that a catalog does not allow unchanged. */
import {
  componentEntityV1alpha1Validator,
  entityEnvelopeSchemaValidator,
  resourceEntityV1alpha1Validator,
  systemEntityV1alpha1Validator,
} from '@backstage/catalog-model';
import { describe, expect, it } from 'vitest';
import { catalogEntities, entityName, type Landscape } from './catalogEntities';

const place = { namespace: 'default', defaultOwner: 'group:default/unknown', pages: 'https://f.example.com/t/x' };
const application = (technicalName: string, more = {}) => ({
  id: `id-of-${technicalName}`,
  technicalName,
  name: technicalName.toUpperCase(),
  description: null,
  lifecycleState: 'Production',
  ownerTeam: null,
  ...more,
});
const component = (technicalName: string, kind = 'WebAPI') => ({
  id: `id-of-${technicalName}`,
  applicationId: 'id-of-shop',
  technicalName,
  name: technicalName,
  description: '',
  kind,
});

describe('a technicalName', () => {
  it.each(['a', 'order-db', 'team.pay', 'A_1', 'x'.repeat(63)])('%s is used unchanged as a name in the catalog', (name) => {
    expect(entityName(name)).toBe(name);
  });

  it('that is not a valid catalog name becomes one, and no two become the same', () => {
    const odd = [
      'a-',
      'a_',
      'a.',
      'a..b',
      'a.-b',
      'a--b',
      'x'.repeat(64),
      'x'.repeat(128),
      `${'x'.repeat(127)}y`,
      `${'x'.repeat(53)}${'.'.repeat(70)}`,
    ];
    const names = odd.map(entityName);
    expect(new Set(names).size).toBe(odd.length);
    const isValid = entityEnvelopeSchemaValidator();
    for (const name of names) {
      expect(name.length).toBeLessThanOrEqual(63);
      expect(name).toMatch(/^[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*$/);
      expect(() => isValid({ apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name } })).not.toThrow();
    }
  });
});

describe('a landscape', () => {
  const landscape: Landscape = {
    applications: [
      application('shop', { ownerTeam: ' Zahlungen & Mäuse ' }),
      application('lab', { lifecycleState: 'Pilot', ownerTeam: '!!!' }),
    ],
    components: [
      component('web'),
      component('db', 'Database'),
      component('thing', 'SomethingNew'),
      { ...component('lost'), applicationId: 'gone' },
    ],
    dependencies: [
      { sourceComponentId: 'id-of-web', targetComponentId: 'id-of-thing' },
      { sourceComponentId: 'id-of-web', targetComponentId: 'id-of-db' },
      { sourceComponentId: 'id-of-web', targetComponentId: 'id-of-db' },
      { sourceComponentId: 'id-of-web', targetComponentId: 'unknown' },
      { sourceComponentId: 'unknown', targetComponentId: 'id-of-db' },
    ],
  };
  const entities = catalogEntities(landscape, place);
  const find = (name: string) => entities.find(({ metadata }) => metadata.name === name);

  it('has each dependency once, sorted, and no dependency with an unknown end', () => {
    expect(find('web')?.spec?.dependsOn).toEqual(['component:default/thing', 'resource:default/db']);
    expect(find('db')?.spec).not.toHaveProperty('dependsOn');
  });

  it('has owners and lifecycles', () => {
    expect(find('shop')?.spec).toEqual({ owner: 'group:default/zahlungen-mause' });
    expect(find('lab')?.spec).toEqual({ owner: 'group:default/unknown' });
    expect(find('thing')?.spec).toEqual({
      type: 'other',
      lifecycle: 'production',
      owner: 'group:default/zahlungen-mause',
      system: 'default/shop',
    });
    expect(find('lost')?.spec).toEqual({ type: 'service', lifecycle: 'production', owner: 'group:default/unknown' });
    expect(find('db')?.kind).toBe('Resource');
    expect(find('db')?.metadata).not.toHaveProperty('description');
  });

  it('has references as links before the one to Faultline, and the contact as an annotation', () => {
    const help = { contact: '#web', references: [{ kind: 'Runbook', label: 'If it fails', url: 'https://wiki.example.com/1' }] };
    const [system, part] = catalogEntities(
      { applications: [application('shop', help)], components: [{ ...component('web'), ...help, contact: null }], dependencies: [] },
      place,
    );
    const runbook = { url: 'https://wiki.example.com/1', title: 'If it fails', type: 'runbook' };
    expect([system?.metadata.links?.[0], part?.metadata.links?.[0], part?.metadata.links?.length]).toEqual([runbook, runbook, 2]);
    expect(system?.metadata.annotations?.['faultline.io/contact']).toBe('#web');
    expect(part?.metadata.annotations).not.toHaveProperty(['faultline.io/contact']);
  });

  it('consists of valid entities', async () => {
    const validators = {
      Component: componentEntityV1alpha1Validator,
      Resource: resourceEntityV1alpha1Validator,
      System: systemEntityV1alpha1Validator,
    };
    const isEnvelope = entityEnvelopeSchemaValidator();
    const verdicts = entities.map(async (entity) => {
      isEnvelope(entity);
      return validators[entity.kind as keyof typeof validators].check(entity);
    });
    expect(await Promise.all(verdicts)).toEqual(entities.map(() => true));
  });

  it('without entities is an empty catalog', () => {
    expect(catalogEntities({ applications: [], components: [], dependencies: [] }, place)).toEqual([]);
  });
});
