/** Writes what is made from the zod schema of manifests, `npm run schema:manifest`: the schema for editors, and the reference for people. */
import { writeFileSync } from 'node:fs';
import { manifestJsonSchema } from '@/contract/manifest/jsonSchema';
import { manifestReference } from '@/contract/manifest/reference';

writeFileSync('public/schemas/manifest.v1.json', manifestJsonSchema());
writeFileSync('src/guides/manifest-reference.md', manifestReference());
