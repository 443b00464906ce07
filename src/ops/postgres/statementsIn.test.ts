import { expect, it } from 'vitest';
import { parseMessage } from '@/test/statements/parsedStatement';
import { readMigrations } from './migrations';
import { statementsIn } from './statementsIn';

it.each(readMigrations().map(({ name, sql }) => [name, sql]))('splits %s as PostgreSQL does', (_, sql) => {
  const ours = statementsIn(sql).map(({ text }) => text.trimEnd());
  // A comment before a statement belongs to it there.
  const theirs = parseMessage(sql).map((statement) => statementsIn(statement.sql)[0]?.text.trimEnd());
  expect(ours).toEqual(theirs);
});

it('ends no statement inside a comment, a text, a name or a body, and says where each begins', () => {
  const sql = `-- a; b\nselect 'x;''y' as "a;b"; /* ; */\ndo $body$ begin perform 1; end $body$;;\n\nselect $1; -- end`;
  const expected = [`select 'x;''y' as "a;b"`, 'do $body$ begin perform 1; end $body$', 'select $1'];
  expect(statementsIn(sql)).toEqual(expected.map((text) => ({ from: sql.indexOf(text), text })));
  expect(statementsIn('-- nothing\n')).toEqual([]);
});
