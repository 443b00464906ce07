/** Regenerates the published manifest schema: run `tsx src/server/manifest/publishSchema.ts` after changing the zod schema. */
import { writeFileSync } from 'node:fs';
import { manifestJsonSchema } from '@/contract/manifest/jsonSchema';

writeFileSync('public/schemas/manifest.v1.json', manifestJsonSchema());
