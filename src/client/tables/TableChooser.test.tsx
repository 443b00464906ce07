import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { rowsOf, workbook } from '@/test/workbooks';
import { workerOf } from '@/test/dom/workerOf';
import { TableChooser } from './TableChooser';
import { openTableReader } from './tableReader';

const TableWorker = workerOf(openTableReader);
beforeEach(() => vi.stubGlobal('Worker', TableWorker));

const SYSTEMS = 'Name,Owner,Needs,Cost centre\nweb,Storefront,db,secret\ndb,Data,,secret\n';
const CMDB = 'sys_id,name,sys_class_name\n1,web,cmdb_ci_appl\n2,screen,cmdb_ci_printer\n';

function show(...files: [name: string, content: string | Uint8Array][]) {
  const calls = { onDone: vi.fn<(text: string) => void>(), onClose: vi.fn() };
  const { user } = renderInTenant(
    <TableChooser files={files.map(([name, content]) => new File([content as BlobPart], name))} {...calls} />,
  );
  return { user, ...calls };
}
const outcome = () => screen.findByRole('region', { name: 'What comes out' });
const status = async () => within(await outcome()).getByRole('status').textContent;
const goOn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with the manifest' });

describe('a spreadsheet', () => {
  it('says of each column what it becomes, and what comes out', async () => {
    show(['systems.csv', SYSTEMS]);
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'What Owner becomes' })).value).toBe('ownerTeam');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'What Cost centre becomes' }).value).toBe('');
    expect(screen.getByRole('cell', { name: 'Storefront' })).toBeTruthy();
    await waitFor(async () => expect(await status()).toBe('2 applications, 2 components, 1 dependency'));
    expect((await outcome()).textContent).toMatch(
      /First dependencies.*web needs db \(Hard\).*Left out.*column Cost centre of systems.csv is not used/,
    );
  });

  it('becomes something else as soon as a column does', async () => {
    const { user, onDone } = show(['systems.csv', SYSTEMS]);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'What Needs becomes' }), 'Used by');
    await user.selectOptions(screen.getByRole('combobox', { name: 'What Owner becomes' }), 'Not used');
    await waitFor(async () => expect((await outcome()).textContent).toContain('db needs web (Hard)'));
    await waitFor(() => expect(goOn().disabled).toBe(false));
    await user.click(goOn());
    const [text = ''] = onDone.mock.calls[0] ?? [];
    expect([text.includes('source: db'), text.includes('ownerTeam'), text.includes('name: systems')]).toEqual([true, false, true]);
  });

  it('gives a field to one column at a time', async () => {
    const { user } = show(['systems.csv', SYSTEMS]);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'What Cost centre becomes' }), 'Owner team');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'What Owner becomes' }).value).toBe('');
  });

  it('that is not read yet, or without a name, makes nothing and says why', async () => {
    const { user } = show(['systems.csv', SYSTEMS]);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'What Name becomes' }), 'Not used');
    await waitFor(async () => expect(await status()).toMatch(/^Nothing yetChoose which column is the name/));
    expect(goOn().disabled).toBe(true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Its rows become' }), 'Capabilities');
    await waitFor(async () => expect(await status()).toBe('2 capabilities'));
  });

  it('gets the name that somebody gives the manifest', async () => {
    const { user, onDone } = show(['systems.csv', SYSTEMS]);
    const name = await screen.findByRole('textbox', { name: 'Name of the manifest' });
    await user.clear(name);
    await user.type(name, 'Bakery');
    await waitFor(() => expect(goOn().disabled).toBe(false));
    await user.click(goOn());
    expect(onDone.mock.calls[0]?.[0]).toContain('name: Bakery');
  });

  it('has its mapping saved as a file', async () => {
    let saved = new Blob();
    const own = URL.createObjectURL;
    // A click would lead the window of all tests to that address.
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    URL.createObjectURL = (content) => ((saved = content as Blob), 'blob:x');
    const { user } = show(['systems.csv', SYSTEMS]);
    await user.click(await screen.findByRole('button', { name: 'Save the mapping as a file' }));
    URL.createObjectURL = own;
    click.mockRestore();
    expect(await saved.text()).toContain(
      'sheet: systems\n    as: application\n    key:\n      - Name\n    name: Name\n    fields:\n      ownerTeam: Owner\n',
    );
  });
});

describe('an export of a known tool', () => {
  it('is mapped by its preset, whose choices are shown', async () => {
    show(['cmdb_ci.csv', CMDB]);
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Made by' })).value).toBe('servicenow');
    expect(screen.getByRole('columnheader', { name: 'sys_id Key' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: /becomes/ })).toBeNull();
    await waitFor(async () => expect(await status()).toBe('1 application, 1 component'));
    expect((await outcome()).textContent).toContain('sys_class_name “cmdb_ci_printer” is not mapped: 1 row');
  });

  it('can be mapped by hand', async () => {
    const { user } = show(['cmdb_ci.csv', CMDB]);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Made by' }), 'Something else: choose columns');
    await waitFor(async () => expect(await status()).toBe('2 applications, 2 components'));
  });
});

it('each sheet of a workbook has a tab, and those below the first are read too', async () => {
  const sheets = {
    Apps: rowsOf([
      ['Name', 'Uses'],
      ['web', 'db'],
    ]),
    More: rowsOf([['Name'], ['db']]),
  };
  const { user } = show(['book.xlsx', workbook({ sheets })]);
  await user.click(await screen.findByRole('tab', { name: 'More' }));
  expect(screen.getByRole('cell', { name: 'db' })).toBeTruthy();
  await waitFor(async () => expect(await status()).toBe('2 applications, 2 components, 1 dependency'));
});

it.each<[string, string | Uint8Array, RegExp]>([
  ['empty.csv', '', /There is no row in these files/],
  ['broken.csv', 'a,b\n"x', /a quotation mark is opened and never closed/],
  ['broken.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0]), /is damaged/],
])('%s is refused in words', async (name, content, words) => {
  show([name, content]);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(screen.queryByRole('button', { name: 'Continue with the manifest' })).toBeNull();
});

it('is left by Escape', async () => {
  const { user, onClose } = show(['systems.csv', SYSTEMS]);
  await screen.findByRole('combobox', { name: 'Made by' });
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('can be cancelled while it reads', async () => {
  vi.stubGlobal(
    'Worker',
    workerOf(() => () => undefined),
  );
  const { user, onClose } = show(['systems.csv', SYSTEMS]);
  expect(await screen.findByText('Reading 1 file.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says so if the worker itself fails', async () => {
  class BrokenWorker extends TableWorker {
    override postMessage(): void {
      this.onerror?.();
    }
  }
  vi.stubGlobal('Worker', BrokenWorker);
  show(['systems.csv', SYSTEMS]);
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be read/);
});
