/** The manifest's schema as JSON Schema, for editors: the content of `public/schemas/manifest.v1.json`. */
import { z } from 'zod';
import { Manifest } from './schema';

/** The text of the published file. YAML editors support draft 7 best. */
export function manifestJsonSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(Manifest, {
    target: 'draft-7',
    io: 'input',
    // Leaves out examples, which are meant for other documents.
    override: ({ jsonSchema }) => {
      delete (jsonSchema as { example?: unknown }).example;
    },
  });
  // Relative, so that the file is the same wherever it is served.
  return `${JSON.stringify({ $schema, $id: 'manifest.v1.json', ...schema }, null, 2)}\n`;
}
