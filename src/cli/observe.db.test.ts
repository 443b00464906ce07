/** From traces to the landscape of a tenant and back, against a server, run as a user runs it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCliPeople } from '@/test/cliPeople';
import { useTestDatabase } from '@/test/database';
import { listenUntilCtrlC } from '@/test/listenUntilCtrlC';
import { otlpDocument, type SaidSpan } from '@/test/spans';

const { database } = await useTestDatabase();
const { newPerson, directory } = useCliPeople(database);

function file(name: string, content: string): string {
  writeFileSync(join(directory, name), content);
  return name;
}

/** The desk calls the stock, whose failures reach it with this probability: 0 or 1. */
const deskAndStock = (reaches: boolean): SaidSpan[] =>
  Array.from({ length: 10 }, (_, at): SaidSpan[] => [
    { service: 'desk', kind: 'SERVER', id: `w${at}`, isError: reaches },
    { service: 'desk', kind: 'CLIENT', id: `c${at}`, parent: `w${at}`, isError: true },
    { service: 'stock', kind: 'SERVER', id: `s${at}`, parent: `c${at}`, isError: true },
  ]).flat();
const traces = (reaches: boolean, more: SaidSpan[] = []): string => JSON.stringify(otlpDocument([...deskAndStock(reaches), ...more]));

/** The same without a failure, so that the mode is only assumed. */
const quiet = JSON.stringify(otlpDocument(deskAndStock(false).map((span) => ({ ...span, isError: false }))));

describe('observe', () => {
  it('makes a landscape that answers, and a second run changes modes, adds and never deletes', async () => {
    const { tenant, run } = await newPerson();
    expect(await run(['observe', 'otlp', file('first.json', traces(true)), '-o', 'observed.yaml'])).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('faultline:') as string,
    });
    expect(await run(['push', 'observed.yaml'])).toMatchObject({ code: 0, stderr: expect.not.stringContaining('faultline:') as string });
    const radius = await tenant.call('GET', '/blast-radius?entityType=component&entityId=stock&direction=downstream');
    expect(radius.body.components).toMatchObject([{ technicalName: 'desk', expectedState: 'Outage' }]);
    const later = traces(false, [
      { service: 'desk', kind: 'CLIENT', id: 'm', parent: 'w1', attributes: { 'db.system': 'redis', 'server.address': 'cache-1' } },
    ]).replaceAll('stock', 'supply');
    await run(['observe', 'otlp', file('later.json', later), '-o', 'observed.yaml']);
    const { summary } = JSON.parse((await run(['push', '--preview', '--json', 'observed.yaml'])).stdout) as { summary: object };
    expect(summary).toMatchObject({ delete: 0, update: 0 });
    await run(['observe', 'otlp', file('soft.json', traces(false)), '-o', 'observed.yaml']);
    const changed = JSON.parse((await run(['push', '--preview', '--json', 'observed.yaml'])).stdout) as {
      changes: { fields: { field: string; to: unknown }[] }[];
    };
    expect(changed.changes.flatMap(({ fields }) => fields.map(({ field, to }) => [field, to]))).toEqual([['mode', 'Soft']]);
    await run(['push', 'observed.yaml']);
    await run(['observe', 'otlp', 'first.json', '-o', 'observed.yaml']);
    expect((await run(['push', 'observed.yaml'])).stdout).toContain('mode: Soft → Hard');
    await run(['observe', 'otlp', file('quiet.json', quiet), '-o', 'observed.yaml']);
    expect((await run(['push', '--preview', 'observed.yaml'])).stdout).toContain('0 to update');
  });

  it('takes no kind away that traces have seen, where metrics know none', async () => {
    const { run } = await newPerson();
    await run(['observe', 'otlp', file('kinds.json', traces(false)), '-o', 'observed.yaml']);
    await run(['push', 'observed.yaml']);
    const metrics = 'traces_service_graph_request_total{client="desk",server="stock"} 40\n';
    await run(['observe', 'prometheus', file('kinds.prom', metrics), '-o', 'metrics.yaml']);
    const { stdout } = await run(['push', '--preview', 'metrics.yaml']);
    expect(stdout).toContain('observed-prometheus: 0 to create, 0 to update, 0 to delete');
    expect(stdout).not.toContain('other manifests');
  });

  it('--against says the worst first, and fails where it is told to', async () => {
    const { run } = await newPerson();
    const declared = `version: 1
name: own
applications:
  - { technicalName: shop, name: Shop, components: [{ technicalName: desk, name: Desk }, { technicalName: stockroom, name: Stock }, { technicalName: till, name: Till }] }
dependencies:
  - { source: desk, target: stockroom, dependencyType: Calls, mode: Soft }
`;
    expect(await run(['push', file('own.yaml', declared)])).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('faultline:') as string,
    });
    const calls = Array.from({ length: 3 }, (_, at): SaidSpan[] => [
      { service: 'till', kind: 'SERVER', id: `t${at}` },
      { service: 'till', kind: 'CLIENT', id: `u${at}`, parent: `t${at}` },
      { service: 'desk', kind: 'SERVER', id: `v${at}`, parent: `u${at}` },
    ]).flat();
    const seen = file('seen.json', traces(true, calls));
    const names = file('names.yaml', 'stock: stockroom\n');
    const found = await run(['observe', 'otlp', seen, '--against', '--names', names, '--fail-on', 'hidden-outage']);
    expect(found.code).toBe(3);
    expect(found.stdout).toBe(`At odds (1)
  desk → stockroom  declared Soft, measured Hard: your map hides an outage; measured: 10 of 10 failures reached the caller

Not declared (1)
  till → desk (Calls)  seen 3 times, 0 failed

Mapped to another name (1)
  stock is stockroom  by your names

maps 3 of 3 names; 0 dependencies seen as declared
`);
    expect((await run(['observe', 'otlp', seen, '--against', '--names', names])).code).toBe(0);
    const typo = await run(['observe', 'otlp', seen, '--against', '--names', file('typo.yaml', 'stock: stokroom\n')]);
    expect(typo.stdout).toContain('  stock  your names say stokroom, which no component is called; nearest: stockroom\n');
    expect(typo.stderr).not.toContain('not seen');
    const unseen = await run(['observe', 'otlp', seen, '--against', '--names', file('unseen.yaml', 'stcok: stockroom\n')]);
    expect(unseen.stderr).toContain('your names also name what was not seen: stcok\n');
    const strange = file('strange.json', JSON.stringify(otlpDocument([{ service: 'elsewhere', kind: 'SERVER', id: 'e' }])));
    expect((await run(['observe', 'otlp', strange, '--against', '--fail-on', 'undeclared,hidden-outage'])).stdout).toContain(
      'No component has one of these names, so nothing was compared.\nmaps 0 of 1 name; ',
    );
    const without = await run(['observe', 'otlp', seen, '--against', '--json', '--fail-on', 'undeclared']);
    expect([without.code, JSON.parse(without.stdout)]).toMatchObject([
      3,
      { atOdds: [], unmapped: [{ name: 'stock', nearest: [] }], mapped: 2, names: 3 },
    ]);
    expect((await run(['observe', 'otlp', seen, '--names', names])).stderr).toContain('--names and --fail-on work only with --against');
    expect((await run(['observe', 'otlp', seen, '--against', '--names', file('bad.yaml', '- a\n')])).stderr).toContain(
      'this is not a list of names',
    );
    expect((await run(['observe', 'otlp', seen, '--against', '--fail-on', 'all'])).stderr).toContain(
      'It must be a list of undeclared, hidden-outage',
    );
  });

  it('--listen compares what it heard until Ctrl-C', async () => {
    const { run } = await newPerson();
    const declared = `version: 1
name: own
applications:
  - { technicalName: shop, name: Shop, components: [{ technicalName: desk, name: Desk }, { technicalName: stock, name: Stock }] }
dependencies:
  - { source: desk, target: stock, dependencyType: Calls, mode: Soft }
`;
    await run(['push', file('declared.yaml', declared)]);
    const heard = await listenUntilCtrlC(run, deskAndStock(true), ['--against', '--fail-on', 'hidden-outage']);
    expect([heard.code, heard.stdout]).toEqual([
      3,
      `At odds (1)
  desk → stock  declared Soft, measured Hard: your map hides an outage; measured: 10 of 10 failures reached the caller

maps 2 of 2 names; 0 dependencies seen as declared
`,
    ]);
  });
});
