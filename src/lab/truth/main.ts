/**
 * `npm run truth -- URL TENANT --key KEY --email EMAIL --password PASSWORD [--questions N]`: draws the pictures of a running server as its
 * pages do, and compares every statement in them with the REST interface. Prints each that is not so, and ends with 1 if there is any.
 */
import { parseArgs } from 'node:util';
import { columnsProblems } from './columnsProblems';
import { landscapeProblems } from './landscapeProblems';
import { Server } from './server';

/** By the name of a picture: a sentence for each statement in it that is not so. */
const PICTURES: Readonly<Record<string, (server: Server, questions: number) => Promise<{ drawn: number; problems: string[] }>>> = {
  landscape: landscapeProblems,
  columns: columnsProblems,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    questions: { type: 'string', default: '20' },
  },
});
const [address, tenantId] = positionals;
const { key, email, password } = values;
if (address === undefined || tenantId === undefined || key === undefined || email === undefined || password === undefined) {
  process.stderr.write('npm run truth -- URL TENANT --key KEY --email EMAIL --password PASSWORD [--questions N]\n');
  process.exit(2);
}

async function main(asked: Server, questions: number): Promise<number> {
  let falseCount = 0;
  for (const [name, check] of Object.entries(PICTURES)) {
    const { drawn, problems } = await check(asked, questions);
    for (const problem of problems) process.stdout.write(`${name}: ${problem}\n`);
    process.stdout.write(`${name}: ${drawn} pictures, ${problems.length} false statements\n`);
    falseCount += problems.length;
  }
  return falseCount;
}

const server = new Server({ address, tenantId, key });
void server
  .signIn(email, password)
  .then(() => main(server, Number(values.questions)))
  .then((falseCount) => process.exit(falseCount > 0 ? 1 : 0));
