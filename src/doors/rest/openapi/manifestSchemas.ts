/** The manifest as schemas of the document: the same that checks manifests and that editors use. */
import { z } from 'zod';
import { MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { Manifest } from '@/contract/manifest/schema';
import { ref, type Json, type MediaType } from './documentShape';

const ROOT = 'Manifest';

/** `Manifest` and each of its parts, by name. */
export function manifestSchemas(): Record<string, Json> {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(Manifest, { io: 'input' }) as Json & { $defs?: Record<string, Json> };
  const parts = Object.entries({ [ROOT]: root, ...$defs }).map(([name, { id: _id, ...schema }]) => [name, referring(schema)]);
  return Object.fromEntries(parts) as Record<string, Json>;
}

/** With references to where the document keeps its schemas. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' ? String(item).replace('#/$defs/', '#/components/schemas/') : referring(item),
    ]),
  );
}

/** A manifest as JSON. */
export function manifestJson(example: unknown): MediaType {
  return { schema: { ...ref('schemas', ROOT) }, example };
}

/** A manifest as text, whose content has the same schema. */
export function manifestYaml(contentMediaType: string, example: unknown): MediaType {
  const schema = {
    type: 'string',
    description: 'The manifest in YAML. An editor checks it with `/schemas/manifest.v1.json`.',
    minLength: 1,
    maxLength: MAXIMUM_MANIFEST_BYTES,
    contentMediaType,
    contentSchema: { ...ref('schemas', ROOT) },
  };
  return { schema, example };
}
