/** Every place of the OpenAPI document that a reader may ask about: operations, parameters, and the fields of all schemas, each once. */
import type { Document, Json, Operation, Parameter } from '@/doors/rest/openapi/documentShape';

/** Requests are what the server checks; answers are what it makes. */
export type Side = 'request' | 'answer';

export interface Place {
  /** For example `Component.hostingZoneIds[]` or `GET /components ?limit`. */
  path: string;
  /** The last name in the path; empty for an item of a list and for a schema as a whole. */
  name: string;
  schema: Json;
  sides: ReadonlySet<Side>;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Walks schemas, through references too, and remembers from which side each was reached. */
class Walk {
  readonly places = new Map<Json, { path: string; name: string; sides: Set<Side> }>();

  constructor(private readonly document: Document) {}

  resolve(reference: string): Json {
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, part) => (value as Json)[part], this.document);
    return found as Json;
  }

  visit(schema: unknown, path: string, name: string, side: Side): void {
    if (!isObject(schema)) return;
    const known = this.places.get(schema);
    if (known?.sides.has(side) === true) return;
    if (known === undefined) this.places.set(schema, { path, name, sides: new Set([side]) });
    else known.sides.add(side);
    if (typeof schema.$ref === 'string')
      this.visit(this.resolve(schema.$ref), schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1), '', side);
    for (const [field, value] of Object.entries((schema.properties ?? {}) as Json)) this.visit(value, `${path}.${field}`, field, side);
    this.visit(schema.contentSchema, `${path}`, '', side);
    this.visit(schema.items, `${path}[]`, '', side);
    this.visit(schema.additionalProperties, `${path}{}`, '', side);
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      for (const [index, part] of ((schema[key] ?? []) as unknown[]).entries()) this.visit(part, `${path}|${index}`, '', side);
  }
}

/** The operations of the document, webhooks among them, by method and path. */
export function operationsOf(document: Document): [string, Operation, boolean][] {
  const own = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation, boolean] => [
      `${method.toUpperCase()} ${path}`,
      operation,
      false,
    ]),
  );
  const sent = Object.entries(document.webhooks as Record<string, { post: Operation }>).map(
    ([name, { post }]): [string, Operation, boolean] => [`event ${name}`, post, true],
  );
  return [...own, ...sent];
}

/** The parameters of an operation, references resolved. */
export function parametersOf(document: Document, { parameters = [] }: Operation): Parameter[] {
  const walk = new Walk(document);
  return parameters.map((parameter) => ('$ref' in parameter ? walk.resolve(String(parameter.$ref)) : parameter) as Parameter);
}

/** All schemas with the fields within them. */
export function schemaPlaces(document: Document): Place[] {
  const walk = new Walk(document);
  for (const [name, operation, isSent] of operationsOf(document)) {
    for (const parameter of parametersOf(document, operation))
      walk.visit(parameter.schema, `${name} ?${parameter.name}`, '', isSent ? 'answer' : 'request');
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      walk.visit(schema, `${name} body`, '', isSent ? 'answer' : 'request');
    for (const [status, given] of Object.entries(operation.responses)) {
      const response = typeof given.$ref === 'string' ? walk.resolve(given.$ref) : given;
      for (const { schema } of Object.values((response.content ?? {}) as Record<string, { schema: Json }>))
        walk.visit(schema, `${name} ${status}`, '', 'answer');
      for (const [header, value] of Object.entries((response.headers ?? {}) as Record<string, Json>)) {
        const said = typeof value.$ref === 'string' ? walk.resolve(value.$ref) : value;
        walk.visit(said.schema, `header ${header}`, '', 'answer');
      }
    }
  }
  return [...walk.places].map(([schema, { path, name, sides }]) => ({ schema, path, name, sides }));
}
