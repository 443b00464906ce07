import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Manifest } from '@/contract/manifest/schema';
import { readManifestText } from '@/contract/manifest/text/readText';
import { AppError } from '@/domain/errors';
import { getEntity } from '@/server/landscape/entities';
import { useTestDatabase } from '@/test/database';
import { integrator, newTenant, withoutRevenue, yaml } from '@/test/manifestTenant';
import { applyManifest } from './applyManifest';
import { exportManifest, exportManifestText } from './exportManifest';
import { previewManifest } from './previewManifest';

const test = await useTestDatabase();
const landscape = (name: string): string => readFileSync(`src/test/landscapes/${name}.yaml`, 'utf8');

describe.each([
  ['opentelemetry-demo', 118],
  ['every-field', 17],
])('the export of %s', (name, size) => {
  it('changes nothing when applied again, as YAML and as JSON, for those who see revenue and for those who do not', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape(name)));
    for (const principal of [integrator, withoutRevenue])
      for (const [format, contentType] of [
        ['yaml', 'application/yaml'],
        ['json', 'application/json'],
      ] as const) {
        const text = await exportManifestText(tenant, principal, {}, format);
        expect(readManifestText(text, format, { isOffline: true }).issues).toEqual([]);
        const { summary } = await applyManifest(tenant, principal, { ...yaml(''), source: { text, contentType } });
        expect(summary).toEqual({ create: 0, update: 0, delete: 0, unchanged: size });
      }
  });

  it('creates the same landscape in another tenant, and exports the same bytes there', async () => {
    const [here, there] = [await newTenant(test), await newTenant(test)];
    await applyManifest(here, integrator, yaml(landscape(name)));
    const copy = { name: 'copy' };
    const text = await exportManifestText(here, integrator, copy, 'yaml');
    expect((await applyManifest(there, integrator, yaml(text))).summary.create).toBe(size);
    expect(await exportManifestText(there, integrator, { ...copy, takeOver: true }, 'yaml')).toBe(text);
    expect(await exportManifestText(here, integrator, copy, 'yaml')).toBe(text);
  });
});

describe('the name of an export', () => {
  const renamed = (text: string): string => text.replace('name: Observe systems', 'name: Observe everything');

  it('is asked for before any of its changes are applied', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('opentelemetry-demo')));
    const text = renamed(await exportManifestText(tenant, integrator, {}, 'yaml'));
    const preview = await previewManifest(tenant, integrator, yaml(text));
    expect([preview.summary.update, preview.warnings.map(({ path, line }) => [path, line])]).toEqual([1, [['name', 3]]]);
    const refused = (await applyManifest(tenant, integrator, yaml(text)).catch((error: unknown) => error)) as AppError;
    expect([refused.code, refused.message]).toEqual(['manifest_needs_a_name', expect.stringContaining('`faultline export --name NAME`')]);
    expect((await previewManifest(tenant, integrator, yaml(text))).summary.update).toBe(1);
  });

  it('makes it a manifest that conflicts with others and can prune, but never one of somebody else unless it takes over', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('opentelemetry-demo')));
    const taken = { name: Manifest.parse(readManifestText(landscape('opentelemetry-demo'), 'yaml').manifest).name };
    const refused = (await exportManifestText(tenant, integrator, taken, 'yaml').catch((error: unknown) => error)) as AppError;
    expect([refused.code, refused.message]).toEqual(['duplicate', expect.stringContaining('--take-over')]);
    const own = await exportManifestText(tenant, integrator, { ...taken, takeOver: true }, 'yaml');
    expect((await applyManifest(tenant, integrator, yaml(renamed(own), { prune: true }))).summary).toMatchObject({ update: 1, delete: 0 });
    const other = await exportManifestText(tenant, integrator, { name: 'second' }, 'yaml');
    const { summary, warnings } = await applyManifest(tenant, integrator, yaml(other, { prune: true }));
    expect([summary.create + summary.update + summary.delete, warnings]).toEqual([0, []]);
    const conflict = await applyManifest(tenant, integrator, yaml(own.replace('name: Observe systems', 'name: Watch'))).catch(
      (error: unknown) => error,
    );
    expect((conflict as AppError).code).toBe('declared_elsewhere');
  });
});

describe('an export', () => {
  it('contains no revenue for those who may not see it', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('every-field')));
    expect((await exportManifest(tenant, integrator)).segments?.[0]).toMatchObject({
      annualRevenue: 1234567.89,
      capabilities: [{ capability: 'pay', revenueShare: 0.75 }, { capability: 'pay-abroad' }],
    });
    const { segments } = await exportManifest(tenant, withoutRevenue);
    expect(segments?.[0]).toEqual({
      technicalName: 'savers',
      name: 'Savers',
      description: 'Private customers',
      audienceType: 'Customers',
      people: 1_200_000,
      capabilities: [{ capability: 'pay' }, { capability: 'pay-abroad' }],
    });
  });

  it('says in the file that revenue is left out, if there are segments that could have any', async () => {
    const tenant = await newTenant(test);
    const told =
      /\n# Without revenue and revenue shares, which you may not see\. Pushing this file leaves them as they are\.\nversion: 1\n/;
    expect(await exportManifestText(tenant, withoutRevenue, {}, 'yaml')).not.toMatch(told);
    await applyManifest(tenant, integrator, yaml(landscape('every-field')));
    expect(await exportManifestText(tenant, withoutRevenue, {}, 'yaml')).toMatch(told);
    expect(await exportManifestText(tenant, integrator, {}, 'yaml')).not.toMatch(told);
  });

  it('of an empty landscape is a manifest too', async () => {
    const tenant = await newTenant(test);
    expect(await exportManifestText(tenant, integrator, {}, 'yaml')).toMatch(/^#.*\nversion: 1\nname: export\n$/);
  });

  it('of one application contains its components, their dependencies and everything that these refer to', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('opentelemetry-demo')));
    const manifest = Manifest.parse(await exportManifest(tenant, integrator, { application: 'fraud' }));
    expect(manifest).toEqual({
      version: 1,
      name: 'export',
      hostingAreas: [
        {
          technicalName: 'eu-central',
          name: 'Europe central',
          provider: 'Kubernetes',
          region: 'eu-central-1',
          zones: [
            { technicalName: 'eu-central-a', name: 'Zone A' },
            { technicalName: 'eu-central-b', name: 'Zone B' },
            { technicalName: 'eu-central-c', name: 'Zone C' },
          ],
        },
      ],
      technologies: [{ technicalName: 'kafka-4', name: 'Apache Kafka', technologyVersion: '4' }],
      capabilities: [
        { technicalName: 'detect-fraud', name: 'Detect fraud', criticalityTier: 'BusinessCritical', maximumTolerableDowntimeMinutes: 480 },
        {
          technicalName: 'fulfil-order',
          name: 'Fulfil an order',
          criticalityTier: 'BusinessCritical',
          maximumTolerableDowntimeMinutes: 240,
        },
      ],
      applications: [
        {
          technicalName: 'fraud',
          name: 'Fraud control',
          lifecycleState: 'Production',
          criticalityTier: 'BusinessCritical',
          ownerTeam: 'Risk',
          capabilities: ['detect-fraud'],
          components: [
            {
              technicalName: 'fraud-detection',
              name: 'Fraud detection',
              kind: 'Worker',
              runtime: 'Containers',
              isExternal: false,
              hostingZones: ['eu-central-b'],
            },
          ],
        },
        {
          technicalName: 'fulfilment',
          name: 'Fulfilment',
          lifecycleState: 'Production',
          criticalityTier: 'BusinessCritical',
          ownerTeam: 'Logistics',
          contact: 'logistics@example.com',
          references: [
            { kind: 'Runbook', label: 'Deliveries are late', url: 'https://wiki.example.com/runbooks/fulfilment' },
            { kind: 'Documentation', label: 'How orders are fulfilled', url: 'https://wiki.example.com/fulfilment' },
          ],
          capabilities: ['fulfil-order'],
          components: [
            {
              technicalName: 'kafka',
              name: 'Order events',
              kind: 'EventBus',
              runtime: 'Containers',
              isExternal: false,
              hostingZones: ['eu-central-a', 'eu-central-b', 'eu-central-c'],
              technologies: ['kafka-4'],
            },
          ],
        },
      ],
      dependencies: [
        {
          source: 'fraud-detection',
          target: 'kafka',
          dependencyType: 'Consumes',
          mode: 'Hard',
          required: true,
          propagates: true,
          protocol: 'Kafka',
        },
      ],
    });
    const { id } = await getEntity(tenant, integrator, 'application', 'fraud');
    expect(await exportManifest(tenant, integrator, { application: id.toUpperCase() })).toEqual(manifest);
    const error = await exportManifest(tenant, integrator, { application: 'Fraud' }).catch((thrown: unknown) => thrown);
    expect(error instanceof AppError && error.code).toBe('not_found');
  });
});

describe('the export without a manifest', () => {
  const SECOND = `version: 1
name: second
applications:
  - technicalName: fraud
    description: Ours.
    components: [{ technicalName: own, name: Own, kind: Worker }]
scenarios:
  - { technicalName: pair, name: Pair, failures: [{ entityType: component, entity: own }] }
`;

  it('has what others state, and the names of what both declare; a default that nobody states is left out', async () => {
    const tenant = await newTenant(test);
    const first = 'version: 1\nname: first\napplications: [{ technicalName: fraud, name: Fraud, ownerTeam: Blue }]\n';
    await applyManifest(tenant, integrator, yaml(first));
    await applyManifest(tenant, integrator, yaml(SECOND));
    const fraud = { technicalName: 'fraud', name: 'Fraud' };
    const own = { technicalName: 'own', name: 'Own', kind: 'Worker' };
    const scenario = expect.objectContaining({ technicalName: 'pair', failures: [expect.objectContaining({ entity: 'own' })] });
    const without = (name: string) => exportManifest(tenant, integrator, { without: name });
    expect(await without('second')).toEqual({ version: 1, name: 'export', applications: [{ ...fraud, ownerTeam: 'Blue' }] });
    expect(await without('first')).toEqual({
      version: 1,
      name: 'export',
      applications: [{ ...fraud, description: 'Ours.', components: [own] }],
      scenarios: [scenario],
    });
  });

  it('of everything it created is empty', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(landscape('every-field')));
    expect(await exportManifest(tenant, integrator, { without: 'every-field' })).toEqual({ version: 1, name: 'export' });
    expect((await exportManifest(tenant, integrator, { without: 'nobody' })).dependencies).toEqual(
      (await exportManifest(tenant, integrator)).dependencies?.map((one) =>
        expect.objectContaining({ source: one.source, target: one.target }),
      ),
    );
  });

  it('keeps a scenario that both declare as it is', async () => {
    const tenant = await newTenant(test);
    await applyManifest(tenant, integrator, yaml(SECOND.replace('fraud\n', 'fraud\n    name: Fraud\n')));
    const again = `version: 1
name: third
applications: [{ technicalName: fraud, components: [{ technicalName: own }] }]
scenarios: [{ technicalName: pair, description: Both. }]
`;
    await applyManifest(tenant, integrator, yaml(again));
    const { applications, scenarios } = await exportManifest(tenant, integrator, { without: 'second' });
    expect(applications).toEqual([{ technicalName: 'fraud', name: 'Fraud', components: [{ technicalName: 'own', name: 'Own' }] }]);
    expect(scenarios).toMatchObject([{ technicalName: 'pair', name: 'Pair', description: 'Both.', failures: [{ entity: 'own' }] }]);
  });
});
