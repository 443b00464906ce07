import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ComparerWorker } from '@/test/dom/comparerWorker';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { ComparePage } from './ComparePage';

beforeEach(() => vi.stubGlobal('Worker', ComparerWorker));

const file = (name: string, text: string): File => new File([text], name);
const COMPOSE = file(
  'compose.yaml',
  'name: shop\nservices:\n  order-api: { build: ., labels: { a: b }, depends_on: [order-db] }\n  order-db: { image: "postgres:17" }\n',
);
const MANIFEST = `version: 1
name: landscape
applications:
  - technicalName: shop
    components:
      - { technicalName: order-api, kind: WebAPI }
      - { technicalName: order-db, kind: Cache }
      - { technicalName: mailer, name: Mail sender, kind: Worker }
dependencies:
  - { source: order-api, target: order-db, dependencyType: ReadsWrites, mode: Soft }
  - { source: order-api, target: mailer, dependencyType: Calls }
`;
const LANDSCAPE = file('landscape.yaml', MANIFEST);

function show(...files: File[]) {
  const shown = renderInTenant(<ComparePage />, { page: 'manifest/compare' });
  if (files.length > 0) drop(...files);
  return shown;
}
const drop = (...files: File[]): void => {
  fireEvent.drop(screen.getByText(/^Drop (?:files here|more files)/), { dataTransfer: { files, types: ['Files'] } });
};
const rows = async (): Promise<string[]> =>
  (await screen.findByRole('table', { name: 'Differences' }).then((table) => within(table).getAllByRole('row'))).slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .join(' | '),
  );

it('asks for files first, and leads back to the editor', () => {
  show();
  expect(screen.getByText('Drop files here. Each is a source of its own.')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Compared files' })).toBeNull();
  expect(screen.getByRole('link', { name: 'To the editor' }).getAttribute('href')).toBe(`/t/${TENANT.tenantId}/manifest`);
});

it('shows what each source is and states, and side by side where they disagree', async () => {
  show(LANDSCAPE, COMPOSE);
  expect(await rows()).toEqual([
    'Modes | order-api → order-db | Soft | Hard',
    'Components that some lack | Mail sender | mailer | Does not have it',
    'Kinds | order-db | Cache | Database',
  ]);
  expect(screen.getByRole('heading', { name: '3 differences, the worst first' })).toBeTruthy();
  const [first, second] = within(screen.getByRole('list', { name: 'Compared files' })).getAllByRole('listitem');
  expect([first?.textContent, second?.textContent]).toEqual([
    'landscape.yaml3 components, 2 dependenciesA manifest',
    'compose.yaml2 components, 1 dependencyCompose: it has services at the outermost level. Not mapped: 1 thing, listed by faultline import',
  ]);
});

it('can be narrowed by what it is about, and by words', async () => {
  const { user } = show(LANDSCAPE, COMPOSE);
  await rows();
  await user.type(screen.getByRole('textbox', { name: 'Search differences' }), 'MAIL');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.clear(screen.getByRole('textbox', { name: 'Search differences' }));
  await user.click(screen.getByRole('button', { name: 'Filter by about' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Kinds' }));
  await waitFor(async () => expect(await rows()).toEqual(['Kinds | order-db | Cache | Database']));
  await user.type(screen.getByRole('textbox', { name: 'Search differences' }), 'mailer');
  expect(await screen.findByText('No difference matches these filters.')).toBeTruthy();
});

it('names what was taken for the same, and by what', async () => {
  const { user } = show(LANDSCAPE, COMPOSE);
  await user.click(await screen.findByRole('button', { name: 'Show them' }));
  const table = screen.getByRole('table', { name: 'Treated as the same' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'ComponentKnown byCalled',
    'order-apiNames that differ only in case and separatorsorder-api in landscape.yaml, shop-order-api in compose.yaml',
    'order-dbNames that differ only in case and separatorsorder-db in landscape.yaml, shop-order-db in compose.yaml',
  ]);
});

it('says so if they agree, with files of one name told apart', async () => {
  show(LANDSCAPE, file('landscape.yaml', MANIFEST.replace('name: landscape', 'name: copy')));
  expect((await screen.findByRole('heading', { name: 'No differences' })).textContent).toBe('No differences');
  expect(screen.getByText('They agree')).toBeTruthy();
  expect(screen.getByText(/^Compared: .* Nothing else\.$/)).toBeTruthy();
  expect(screen.getByText('landscape (2).yaml')).toBeTruthy();
});

describe('a file that cannot be compared', () => {
  it.each([
    ['of no kind', file('notes.txt', 'hello'), /nothing says what kind this is.*Known are manifests, and files of backstage, compose/],
    [
      'a manifest with mistakes',
      file('wrong.yaml', 'version: 1\nname: w\ncomponents: []\n'),
      /This is not a valid manifest.*line 3: components/,
    ],
    ['broken', file('broken.json', '{"softwareSystems":'), /nothing says what kind/],
  ])('%s, says why, and the others are compared without it', async (_, bad, words) => {
    const { user } = show(LANDSCAPE, bad, COMPOSE);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(await rows()).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: `Remove ${bad.name}` }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await rows()).toHaveLength(3);
  });

  it('leaves one source alone, which disagrees with nothing', async () => {
    show(LANDSCAPE, file('notes.txt', 'hello'));
    expect(await screen.findByText('One file alone disagrees with nothing: add another.')).toBeTruthy();
    drop(COMPOSE);
    expect(await rows()).toHaveLength(3);
  });
});

it('can be cancelled while it reads, and keeps what is read', async () => {
  class StuckWorker extends ComparerWorker {
    override postMessage(question: Parameters<ComparerWorker['postMessage']>[0]): void {
      if (question.files.length === 1) super.postMessage(question);
      else
        this.onmessage?.({ data: { read: 'landscape.yaml', facts: { recognisedBy: null, components: 3, dependencies: 2, notMapped: 0 } } });
    }
  }
  vi.stubGlobal('Worker', StuckWorker);
  const { user } = show(LANDSCAPE, COMPOSE);
  expect(await screen.findByText('Reading 2 files: 1 done.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('One file alone disagrees with nothing: add another.')).toBeTruthy();
  expect(screen.queryByText('compose.yaml')).toBeNull();
});

it('says so if the worker itself fails', async () => {
  class BrokenWorker extends ComparerWorker {
    override postMessage(): void {
      this.onerror?.();
    }
  }
  vi.stubGlobal('Worker', BrokenWorker);
  show(LANDSCAPE, COMPOSE);
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be compared/);
});

it('copies and saves the text and the JSON of the command line', async () => {
  const saved: Blob[] = [];
  const own = URL.createObjectURL;
  URL.createObjectURL = (content) => (saved.push(content as Blob), 'blob:x');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const { user } = show(LANDSCAPE, COMPOSE);
  await user.click(await screen.findByRole('button', { name: 'Copy as text' }));
  expect(await navigator.clipboard.readText()).toMatch(/^landscape\.yaml {2}3 components, 2 dependencies\n/);
  for (const label of ['Text', 'JSON']) {
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: label }));
  }
  URL.createObjectURL = own;
  click.mockRestore();
  expect(await saved[0]!.text()).toContain('Modes (1)\n  order-api → order-db  landscape.yaml: Soft · compose.yaml: Hard\n');
  expect(JSON.parse(await saved[1]!.text())).toMatchObject({
    shared: 2,
    differences: [{ what: 'mode' }, { what: 'component' }, { what: 'kind' }],
  });
});
