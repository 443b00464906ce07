/** Writes what the browser needs to know about the fields of each kind: run `npm run schema:fields` after changing the schema of a kind. */
import { writeFileSync } from 'node:fs';
import { readFieldFacts } from '@/contract/fieldFacts';

writeFileSync('src/contract/values/fieldFacts.json', `${JSON.stringify(readFieldFacts(), null, 2)}\n`);
