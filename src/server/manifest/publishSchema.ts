/** Writes the published schema of the manifest anew: `tsx src/server/manifest/publishSchema.ts`, after the zod schema changed. */
import { writeFileSync } from 'node:fs';
import { manifestJsonSchema } from '@/contract/manifest/jsonSchema';

writeFileSync('public/schemas/manifest.v1.json', manifestJsonSchema());
