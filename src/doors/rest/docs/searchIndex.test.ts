/** What newcomers ask leads to the paragraph that answers it. */
import { describe, expect, it } from 'vitest';
import { readBook } from './book';
import { searchPage } from './searchPage';
import { searchDocs, stemOf } from './searchIndex';

const book = await readBook();
const first = async (question: string): Promise<string | undefined> => (await searchDocs(book, question))[0]?.href;

describe('a newcomer who asks', () => {
  it.each([
    ['How do I start it?', '/docs/guides/first-hour#1-start-it.1'],
    ['How do I create a tenant of my own?', '/docs/guides/first-hour#2-create-your-own-tenant.1'],
    ['Which fields does a component have?', '/docs/guides/manifest-reference#component.1'],
    ['What does a failure pass on in mode Soft?', '/docs/guides/how-answers-are-computed#what-a-failure-passes-on.1'],
    ['How is the expected cost per hour calculated?', '/docs/guides/words#words-that-faultline-uses.9'],
    ['Can I import docker compose?', '/docs/guides/importing#from-docker-compose.1'],
    ['How do I send alerts from Prometheus?', '/docs/guides/prometheus#alerts-from-prometheus.1'],
    ['How do I check a pull request?', '/docs/guides/landscape-as-code#the-landscape-as-code.1'],
    ['When does an incident open?', '/docs/guides/how-answers-are-computed#incidents.1'],
    ['How do I use my own PostgreSQL?', '/docs/guides/running-it#your-own-postgresql.1'],
    ['How do I make a backup?', '/docs/guides/backup#make-a-backup.1'],
    ['Two replicas, of which one is enough?', '/docs/guides/how-answers-are-computed#redundancy.1'],
  ])('%s', async (question, answer) => {
    expect(await first(question)).toBe(answer);
  });

  it.each([
    ['redundancyMinimum', '/docs/guides/manifest-reference#dependency.9'],
    ['acknowledge incident', '/docs#tag/incidents/POST/incidents/{id}/acknowledge'],
    ['too_many_deletes', '/docs/errors#too_many_deletes'],
  ])('for the name %s finds what it is', async (name, answer) => {
    expect((await searchDocs(book, name)).map(({ href }) => href)).toContain(answer);
  });
});

it.each([
  ['dependencies', 'dependency'],
  ['crashes', 'crash'],
  ['imported', 'importing'],
  ['stopped', 'stopping'],
])('takes %s and %s for one word', (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other));
});

describe('the page of results', () => {
  const page = async (query: string): Promise<string> => (await searchPage(new Request(`http://localhost/docs/search${query}`))).text();

  it('shows nothing but the field before anything is asked', async () => {
    expect(await page('')).not.toContain('class="results"');
  });

  it('says so if nothing is found, with the question as text', async () => {
    expect(await page('?q=%3Czzzzqxvw%3E')).toContain('Nothing was found for “&lt;zzzzqxvw&gt;”');
  });

  it('gives the list alone to the script of the site', async () => {
    expect(await page('?q=backup&part=results')).toMatch(/^<ul class="results">/);
  });

  it('answers the longest of questions', async () => {
    expect(await page(`?q=${'redundancy%20'.repeat(5_000)}`)).toContain('class="results"');
  });
});
