import { expect, it } from 'vitest';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { ERROR_CODES } from '@/domain/errors';
import { errorsPage } from './errorsPage';
import { textOf } from './textOf';

it.each(ERROR_CODES)('%s has a section with the remedy and a valid example', async (code) => {
  const page = await (await errorsPage()).text();
  const section = page.split(`<section id="${code}">`)[1]?.split('</section>')[0] ?? '';
  const [, wayOut = ''] = /<\/code><\/p><p>(.+?)<\/p>/s.exec(section) ?? [];
  expect(wayOut.length).toBeGreaterThan(20);
  const [, example = ''] = /<pre[^>]*><code>(.+?)<\/code><\/pre>/s.exec(section) ?? [];
  expect(JSON.parse(textOf(example))).toMatchObject({
    code,
    status: ERROR_STATUS[code],
    type: `/docs/errors#${code}`,
  });
});
