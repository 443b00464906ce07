/** The parts of an OpenAPI document that are changed here; everything else passes through. */

export type Json = Record<string, unknown>;

export interface Parameter extends Json {
  name: string;
  in: 'path' | 'query' | 'header';
  schema?: Json;
}

export interface Operation extends Json {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Json>;
}

export interface MediaType {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Reference {
  $ref: string;
}

export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> } & Record<string, Json>;
}

export function ref(section: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Reference {
  return { $ref: `#/components/${section}/${name}` };
}
