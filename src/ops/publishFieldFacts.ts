/** Writes what the browser knows of the fields of each kind: `npm run schema:fields`, after the schema of a kind changed. */
import { writeFileSync } from 'node:fs';
import { readFieldFacts } from '@/contract/fieldFacts';

writeFileSync('src/contract/values/fieldFacts.json', `${JSON.stringify(readFieldFacts(), null, 2)}\n`);
