/** Each guide of the repository is a page, and the list names them all. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guideListPage, guidePage } from './guidePages';

const FILES = readdirSync('src/guides').filter((file) => file.endsWith('.md'));
const NAMES = FILES.map((file) => file.replace('.md', ''));

it('there are guides, and the list leads to each by its title', async () => {
  const page = await (await guideListPage()).text();
  expect(NAMES).toContain('prometheus');
  for (const name of NAMES) {
    const title = /^# (.+)$/m.exec(readFileSync(`src/guides/${name}.md`, 'utf8'))?.[1] ?? '';
    expect(page).toContain(`<a href="/docs/guides/${name}">${title}</a>`);
  }
});

describe.each(NAMES)('the guide %s', (name) => {
  it('is a complete page that needs no script, and shows code exactly as in the file', async () => {
    const answer = await guidePage(name);
    const page = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).not.toContain('<script');
    const shown = page.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const blocks = [...readFileSync(`src/guides/${name}.md`, 'utf8').matchAll(/^```[a-z ]*\n([\s\S]*?)\n```$/gm)].map(
      ([, text = '']) => text,
    );
    for (const block of blocks) expect(shown).toContain(`>${block}</code></pre>`);
  });

  it('links only to what exists', async () => {
    const page = await (await guidePage(name)).text();
    const targets = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
    for (const target of targets.filter((href) => href.startsWith('/docs/guides/'))) {
      const [path = '', anchor] = target.split('#');
      const linked = await guidePage(path.replace('/docs/guides/', ''));
      expect([target, linked.status]).toEqual([target, 200]);
      if (anchor !== undefined) expect(await linked.text()).toContain(`id="${anchor}"`);
    }
    for (const target of targets.filter((href) => href.startsWith('#'))) expect(page).toContain(`id="${target.slice(1)}"`);
    expect(targets.filter((href) => !/^(\/|#|https:\/\/)/.test(href))).toEqual([]);
  });
});

it.each(['nothing', '../ARCHITECTURE', 'prometheus/main', 'Prometheus', ''])('says of "%s" that there is no such guide', async (name) => {
  const answer = await guidePage(name);
  expect([answer.status, (await answer.text()).includes('There is no such guide')]).toEqual([404, true]);
});
