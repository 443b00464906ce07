/** The register shows every dependency, its digest proves the file, and the past stays what it was. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RegisterFileInput } from '@/contract/securityRegister';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { createDependency, deleteDependency, updateDependency } from '@/server/landscape/dependencies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { exportRegister, listRegister } from './securityRegister';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: `The ${technicalName}`, technicalName });
const shares = (gap: number, unclear: number, secured: number) => ({
  unprotected: 0,
  gap,
  unclear,
  secured,
  total: gap + unclear + secured,
});
const SECURED = { protocol: 'HTTPS', transportEncryption: 'TLS 1.3', endpointAuthMethod: 'mTLS' };

async function shop(tenant: TenantDb) {
  const app = await createEntity(tenant, EVERYTHING, 'application', { ...named('shop'), criticalityTier: 'MissionCritical' });
  const books = await createEntity(tenant, EVERYTHING, 'application', { ...named('books'), criticalityTier: 'Administrative' });
  const customers = await createEntity(tenant, EVERYTHING, 'dataset', {
    ...named('customers'),
    classification: 'Restricted',
    containsPersonalData: true,
  });
  const prices = await createEntity(tenant, EVERYTHING, 'dataset', { ...named('prices'), classification: 'Public' });
  const component = (name: string, applicationId: string, more: object = {}) =>
    createEntity(tenant, EVERYTHING, 'component', { ...named(name), applicationId, ...more });
  const web = await component('web', app.id);
  const db = await component('db', app.id, { datasetIds: [customers.id, prices.id] });
  const pay = await component('pay', app.id, { isExternal: true, datasetIds: [prices.id] });
  const ledger = await component('ledger', books.id);
  const edge = (source: { id: string }, target: { id: string }, dependencyType: 'Calls' | 'ReadsWrites', more: object = {}) =>
    createDependency(tenant, EVERYTHING, { sourceComponentId: source.id, targetComponentId: target.id, dependencyType, ...more });
  const edges = {
    webDb: await edge(web, db, 'ReadsWrites', SECURED),
    webPay: await edge(web, pay, 'Calls', { ...SECURED, protocol: '=cmd|"x"!A1' }),
    payLedger: await edge(pay, ledger, 'Calls', { protocol: 'SFTP', transportEncryption: ' ' }),
  };
  return { app, books, web, db, pay, ledger, customers, edges };
}

async function fileOf(tenant: TenantDb, filters: RegisterFileInput = {}) {
  const file = await exportRegister(tenant, filters);
  return { ...file, sha256: `sha256:${createHash('sha256').update(file.content, 'utf8').digest('hex')}` };
}

describe('the security register', () => {
  it('shows each dependency with its ends, marks and gaps, and how complete it is', async () => {
    const tenant = await newTenant(database);
    const { app, books, web, db, pay, ledger, edges } = await shop(tenant);
    const register = await listRegister(tenant, {});
    const tier = { shop: 'MissionCritical', books: 'Administrative' } as const;
    const applications = {
      shop: { id: app.id, ...named('shop'), criticalityTier: tier.shop },
      books: { id: books.id, ...named('books'), criticalityTier: tier.books },
    };
    const end = ({ id }: { id: string }, name: string, application: keyof typeof applications, isExternal = false) => ({
      componentId: id,
      ...named(name),
      isExternal,
      application: applications[application],
    });
    const file = await fileOf(tenant);
    expect(register).toEqual({
      items: [
        {
          dependencyId: edges.payLedger.id,
          status: 'gap',
          missing: ['transportEncryption', 'endpointAuthMethod'],
          source: end(pay, 'pay', 'shop', true),
          target: end(ledger, 'ledger', 'books'),
          dependencyType: 'Calls',
          mode: 'Hard',
          protocol: 'SFTP',
          transportEncryption: ' ',
          endpointAuthMethod: null,
          isExternal: true,
          personalData: false,
          isUnprotected: false,
          unknownWords: [],
          dataClass: 'Public',
        },
        {
          dependencyId: edges.webDb.id,
          status: 'registered',
          missing: [],
          source: end(web, 'web', 'shop'),
          target: end(db, 'db', 'shop'),
          dependencyType: 'ReadsWrites',
          mode: 'Hard',
          ...SECURED,
          isExternal: false,
          personalData: true,
          isUnprotected: false,
          unknownWords: [],
          dataClass: 'Restricted',
        },
        {
          dependencyId: edges.webPay.id,
          status: 'registered',
          missing: [],
          source: end(web, 'web', 'shop'),
          target: end(pay, 'pay', 'shop', true),
          dependencyType: 'Calls',
          mode: 'Hard',
          ...SECURED,
          protocol: '=cmd|"x"!A1',
          isExternal: true,
          personalData: false,
          isUnprotected: false,
          unknownWords: ['protocol'],
          dataClass: 'Public',
        },
      ],
      nextCursor: null,
      total: 3,
      completeness: {
        overall: { registered: 2, total: 3, percent: 66.6, unprotected: 0 },
        byApplication: [
          { ...applications.books, registered: 0, total: 1, percent: 0, unprotected: 0 },
          { ...applications.shop, registered: 2, total: 3, percent: 66.6, unprotected: 0 },
        ],
        applicationsOmitted: 0,
        byCriticalityTier: [
          { criticalityTier: 'MissionCritical', registered: 2, total: 3, percent: 66.6, unprotected: 0 },
          { criticalityTier: 'BusinessCritical', registered: 0, total: 0, percent: null, unprotected: 0 },
          { criticalityTier: 'BusinessOperational', registered: 0, total: 0, percent: null, unprotected: 0 },
          { criticalityTier: 'Administrative', registered: 0, total: 1, percent: 0, unprotected: 0 },
        ],
        shares: {
          overall: shares(1, 1, 1),
          byCriticalityTier: [
            { criticalityTier: 'MissionCritical', ...shares(1, 1, 1) },
            { criticalityTier: 'BusinessCritical', ...shares(0, 0, 0) },
            { criticalityTier: 'BusinessOperational', ...shares(0, 0, 0) },
            { criticalityTier: 'Administrative', ...shares(0, 0, 0) },
          ],
          byDataClass: [
            { dataClass: 'Restricted', ...shares(0, 0, 1) },
            { dataClass: 'Confidential', ...shares(0, 0, 0) },
            { dataClass: 'Internal', ...shares(0, 0, 0) },
            { dataClass: 'Public', ...shares(1, 1, 0) },
            { dataClass: null, ...shares(0, 0, 0) },
          ],
        },
      },
      at: null,
      landscapeVersion: 11,
      digest: file.sha256,
    });
    expect(file.content.split('\r\n').slice(1)).toEqual([
      `gap,transportEncryption endpointAuthMethod,pay,The pay,shop,The shop,MissionCritical,true,ledger,The ledger,books,The books,Administrative,false,Calls,Hard,SFTP," ",,true,false,false,${edges.payLedger.id}`,
      `registered,,web,The web,shop,The shop,MissionCritical,false,db,The db,shop,The shop,MissionCritical,false,ReadsWrites,Hard,HTTPS,TLS 1.3,mTLS,false,true,false,${edges.webDb.id}`,
      `registered,,web,The web,shop,The shop,MissionCritical,false,pay,The pay,shop,The shop,MissionCritical,true,Calls,Hard,"'=cmd|""x""!A1",TLS 1.3,mTLS,true,false,false,${edges.webPay.id}`,
      '',
    ]);
    expect(file).toMatchObject({
      fileName: 'dependency-security-register-now-v11.csv',
      headers: { 'Register-Digest': file.sha256, 'Landscape-Version': '11' },
    });
  });

  it('can be read from the worst on, page by page, with the digest of the same file', async () => {
    const tenant = await newTenant(database);
    const { edges } = await shop(tenant);
    const { digest } = await listRegister(tenant, {});
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await listRegister(tenant, { sort: 'worst', limit: 1, ...(cursor === '' ? {} : { cursor }) });
      expect(page.digest).toBe(digest);
      ids.push(...page.items.map(({ dependencyId }) => dependencyId));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual([edges.payLedger.id, edges.webPay.id, edges.webDb.id]);
  });

  it('can be read page by page, with one digest, and filters select from the same rows as in the file', async () => {
    const tenant = await newTenant(database);
    const { app, books } = await shop(tenant);
    const whole = await listRegister(tenant, {});
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await listRegister(tenant, { limit: 1, ...(cursor === '' ? {} : { cursor }) });
      expect([page.items.length, page.total, page.digest]).toEqual([1, 3, whole.digest]);
      ids.push(...page.items.map(({ dependencyId }) => dependencyId));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual(whole.items.map(({ dependencyId }) => dependencyId));
    const cases: [RegisterFileInput, number][] = [
      [{ application: 'books' }, 1],
      [{ application: app.id.toUpperCase() }, 3],
      [{ criticalityTier: ['Administrative'] }, 1],
      [{ status: 'gap' }, 1],
      [{ isExternal: false }, 1],
      [{ personalData: true }, 1],
      [{ dependencyType: ['Calls'] }, 2],
      [{ search: 'THE PAY' }, 2],
      [{ search: '%' }, 0],
    ];
    const digests = new Set<string>();
    for (const [filters, count] of cases) {
      const page = await listRegister(tenant, filters);
      const file = await fileOf(tenant, filters);
      expect([filters, page.total, file.content.split('\r\n').length - 2]).toEqual([filters, count, count]);
      expect(page.digest).toBe(file.sha256);
      expect(page.completeness.overall).toEqual(whole.completeness.overall);
      digests.add(page.digest);
    }
    // One digest for each selected set of dependencies, however it was requested.
    expect(digests.size).toBe(5);
    expect((await listRegister(tenant, { application: 'books' })).completeness.byApplication.map(({ id }) => id)).toEqual([books.id]);
    await expect(listRegister(tenant, { application: 'nobody' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'application' }],
    });
    const { nextCursor } = await listRegister(tenant, { limit: 1 });
    await expect(listRegister(tenant, { cursor: nextCursor ?? '', status: 'gap' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'cursor' }],
    });
  });

  it('shows dependencies that are stated as unprotected first, counts them separately, and can filter by them', async () => {
    const tenant = await newTenant(database);
    const { edges } = await shop(tenant);
    await updateDependency(tenant, EVERYTHING, edges.webPay.id, { endpointAuthMethod: ' N/A ' }, null);
    const page = await listRegister(tenant, { limit: 1 });
    expect(page.items).toMatchObject([{ dependencyId: edges.webPay.id, status: 'registered', isUnprotected: true }]);
    expect(page.completeness.overall).toEqual({ registered: 2, total: 3, percent: 66.6, unprotected: 1 });
    const rest = await listRegister(tenant, { cursor: page.nextCursor ?? '' });
    expect(rest.items.map(({ dependencyId }) => dependencyId)).toEqual([edges.payLedger.id, edges.webDb.id]);
    const file = await fileOf(tenant, { unprotected: true });
    const only = await listRegister(tenant, { unprotected: true });
    expect([only.total, only.digest, file.content.split('\r\n').length - 2]).toEqual([1, file.sha256, 1]);
    expect((await listRegister(tenant, { unprotected: false })).total).toBe(2);
  });

  it('has a new digest as soon as anything that it shows changes', async () => {
    const tenant = await newTenant(database);
    const { edges, web, customers } = await shop(tenant);
    const digests = [(await listRegister(tenant, {})).digest];
    const next = async (change: Promise<unknown>): Promise<void> => {
      await change;
      digests.push((await listRegister(tenant, {})).digest);
    };
    await next(updateDependency(tenant, EVERYTHING, edges.payLedger.id, { endpointAuthMethod: '' }, null));
    await next(updateEntity(tenant, EVERYTHING, 'component', web.id, { isExternal: true }, null));
    await next(updateEntity(tenant, EVERYTHING, 'dataset', customers.id, { containsPersonalData: false }, null));
    await next(updateEntity(tenant, EVERYTHING, 'application', 'shop', { criticalityTier: 'BusinessCritical' }, null));
    await next(deleteDependency(tenant, EVERYTHING, edges.webPay.id, null));
    expect(new Set(digests).size).toBe(6);
    const before = digests.at(-1);
    await updateEntity(tenant, EVERYTHING, 'application', 'shop', { description: 'Shown nowhere in the register' }, null);
    expect((await listRegister(tenant, {})).digest).toBe(before);
  });
});

describe('the security register of a past date', () => {
  it('is that of the date, byte for byte, whatever happened later', async () => {
    const tenant = await newTenant(database);
    await shop(tenant);
    const then = await fileOf(tenant);
    const page = await listRegister(tenant, {});
    await write(tenant, (tx) =>
      tx.changeSet.updateMany({ where: { tenantId: tenant.tenantId }, data: { at: new Date('2026-09-30T12:00:00Z') } }),
    );
    await deleteEntity(tenant, EVERYTHING, 'application', 'books', true, null);
    await updateEntity(tenant, EVERYTHING, 'application', 'shop', { technicalName: 'store' }, null);
    await deleteEntity(tenant, EVERYTHING, 'dataset', 'customers', true, null);
    expect((await listRegister(tenant, {})).total).toBe(2);
    const past = await fileOf(tenant, { at: '2026-09-30' });
    expect([past.content, past.sha256, past.fileName]).toEqual([
      then.content,
      then.sha256,
      'dependency-security-register-2026-09-30-v11.csv',
    ]);
    expect(await listRegister(tenant, { at: '2026-09-30' })).toEqual({ ...page, at: '2026-09-30T23:59:59.999Z' });
    expect(await listRegister(tenant, { at: '2026-09-29' })).toMatchObject({
      items: [],
      total: 0,
      landscapeVersion: 0,
      completeness: { overall: { percent: null } },
    });
    expect((await listRegister(tenant, { at: '2026-09-30', application: 'books' })).total).toBe(1);
    await expect(listRegister(tenant, { at: '2999-01-01' })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'at' }] });
  });
});
