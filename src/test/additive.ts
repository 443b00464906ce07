/**
 * Compares two API documents: whoever was generated from the older one must still be served by the newer one. Answers may gain fields, but
 * lose none, and say nothing that the older document rules out; requests that were valid stay valid.
 */

type Json = Record<string, unknown>;

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: Json;
}

interface Operation {
  parameters?: Json[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, Json>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** Values that may be added: receivers are told to ignore events that they do not know. */
const OPEN_ENUMS = /eventTypes?\b|\.type$/;

/** What a client of `older` would stumble over in `newer`, as lines. */
export function breaches(older: ApiDocument, newer: ApiDocument): string[] {
  return new Comparison(older, newer).run();
}

class Comparison {
  private readonly found: string[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly older: ApiDocument,
    private readonly newer: ApiDocument,
  ) {}

  run(): string[] {
    for (const [path, methods] of Object.entries(this.older.paths))
      for (const method of METHODS) {
        const before = methods[method];
        if (before === undefined) continue;
        const after = this.newer.paths[path]?.[method];
        if (after === undefined) this.found.push(`${method} ${path} is gone`);
        else this.operation(`${method} ${path}`, before, after);
      }
    return this.found;
  }

  private operation(at: string, before: Operation, after: Operation): void {
    const known = new Map((before.parameters ?? []).map((one) => this.named(this.older, one)));
    for (const [name, parameter] of (after.parameters ?? []).map((one) => this.named(this.newer, one))) {
      const former = known.get(name);
      if (former === undefined && parameter.required === true) this.found.push(`${at}: ${name} is required now`);
      if (former !== undefined) this.request(`${at}: ${name}`, former.schema as Json, parameter.schema as Json);
      known.delete(name);
    }
    for (const name of known.keys()) this.found.push(`${at}: ${name} is gone`);
    for (const [type, { schema }] of Object.entries(before.requestBody?.content ?? {})) {
      const taken = after.requestBody?.content[type]?.schema;
      if (taken === undefined) this.found.push(`${at}: takes no ${type} any more`);
      else this.request(`${at}: body`, schema, taken);
    }
    this.responses(at, before, after);
  }

  private responses(at: string, before: Operation, after: Operation): void {
    for (const [status, response] of Object.entries(before.responses)) {
      const answer = after.responses[status];
      if (answer === undefined) {
        if (status.startsWith('2')) this.found.push(`${at}: never answers ${status} any more`);
        continue;
      }
      const [was, is] = [resolved(this.older, response), resolved(this.newer, answer)];
      for (const [type, { schema }] of Object.entries((was.content ?? {}) as Record<string, { schema: Json }>)) {
        const shape = (is.content as Record<string, { schema: Json }> | undefined)?.[type]?.schema;
        if (shape === undefined) this.found.push(`${at} ${status}: has no ${type} any more`);
        else this.answer(`${at} ${status}`, schema, shape);
      }
    }
  }

  private named(document: ApiDocument, parameter: Json): [string, Json] {
    const whole = resolved(document, parameter);
    return [`${String(whole.in)} ${String(whole.name)}`, whole];
  }

  /** Everything that `after` may say was possible before, except for additional fields. */
  private answer(at: string, before: Json, after: Json): void {
    if (this.isKnown('answer', before, after)) return;
    const [was, is] = [variants(this.older, before), variants(this.newer, after)];
    for (const one of is) {
      const fitting = was.filter((other) => typesOf(one).every((type) => typesOf(other).includes(type)));
      if (fitting.length === 0) {
        this.found.push(`${at}: may be ${typesOf(one).join(' or ')} now`);
        continue;
      }
      // Of several alternatives, one has to fit.
      const attempts = fitting.map((other) => this.apart(() => this.oneAnswer(at, other, one)));
      const best = attempts.reduce((least, attempt) => (attempt.length < least.length ? attempt : least));
      this.found.push(...best);
    }
  }

  private oneAnswer(at: string, before: Json, after: Json): void {
    const [was, is] = [valuesOf(before), valuesOf(after)];
    if (was !== null && !OPEN_ENUMS.test(at)) {
      const added = is === null ? ['anything'] : is.filter((value) => !was.includes(value));
      if (added.length > 0) this.found.push(`${at}: may also be ${added.join(', ')}`);
    }
    const required = (after.required ?? []) as string[];
    const properties = (after.properties ?? {}) as Record<string, Json>;
    for (const [name, property] of Object.entries((before.properties ?? {}) as Record<string, Json>)) {
      const present = properties[name];
      if (present === undefined) this.found.push(`${at}.${name} is gone`);
      else this.answer(`${at}.${name}`, property, present);
      if (((before.required ?? []) as string[]).includes(name) && !required.includes(name)) this.found.push(`${at}.${name} may be missing`);
    }
    if (before.items !== undefined && after.items !== undefined) this.answer(`${at}[]`, before.items as Json, after.items as Json);
  }

  /** Everything that was valid in `before` is valid in `after`. */
  private request(at: string, before: Json, after: Json): void {
    if (this.isKnown('request', before, after)) return;
    const [was, is] = [variants(this.older, before), variants(this.newer, after)];
    for (const one of was) {
      const fitting = is.filter((other) => typesOf(one).every((type) => typesOf(other).includes(type)));
      if (fitting.length === 0) {
        this.found.push(`${at}: must not be ${typesOf(one).join(' or ')} any more`);
        continue;
      }
      const attempts = fitting.map((other) => this.apart(() => this.oneRequest(at, one, other)));
      this.found.push(...attempts.reduce((least, attempt) => (attempt.length < least.length ? attempt : least)));
    }
  }

  private oneRequest(at: string, before: Json, after: Json): void {
    const [was, is] = [valuesOf(before), valuesOf(after)];
    if (is !== null) {
      const gone = was === null ? ['anything else'] : was.filter((value) => !is.includes(value));
      if (gone.length > 0) this.found.push(`${at}: must not be ${gone.join(', ')} any more`);
    }
    this.limits(at, before, after);
    const needed = ((after.required ?? []) as string[]).filter((name) => !((before.required ?? []) as string[]).includes(name));
    for (const name of needed) this.found.push(`${at}.${name} is required now`);
    this.members(at, before, after);
  }

  private limits(at: string, before: Json, after: Json): void {
    for (const limit of ['maximum', 'maxLength', 'maxItems'] as const)
      if (typeof after[limit] === 'number' && !(Number(before[limit] ?? Infinity) <= after[limit]))
        this.found.push(`${at}: has a smaller ${limit}`);
    for (const limit of ['minimum', 'minLength', 'minItems'] as const)
      if (typeof after[limit] === 'number' && !(Number(before[limit] ?? -Infinity) >= after[limit]))
        this.found.push(`${at}: has a larger ${limit}`);
  }

  private members(at: string, before: Json, after: Json): void {
    const properties = (after.properties ?? {}) as Record<string, Json>;
    for (const [name, property] of Object.entries((before.properties ?? {}) as Record<string, Json>)) {
      const taken = properties[name];
      if (taken !== undefined) this.request(`${at}.${name}`, property, taken);
      else if (after.additionalProperties === false) this.found.push(`${at}.${name} is refused now`);
    }
    if (before.items !== undefined && after.items !== undefined) this.request(`${at}[]`, before.items as Json, after.items as Json);
  }

  private apart(compare: () => void): string[] {
    const from = this.found.length;
    compare();
    return this.found.splice(from);
  }

  /** Named schemas are compared once, which also ends recursion. */
  private isKnown(direction: string, before: Json, after: Json): boolean {
    if (typeof before.$ref !== 'string' || typeof after.$ref !== 'string') return false;
    const key = `${direction} ${before.$ref} ${after.$ref}`;
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }
}

function resolved(document: ApiDocument, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const found = schema.$ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((part, key) => (part as Json)[key], document);
  return resolved(document, found as Json);
}

/** The alternatives of a schema, without references. */
function variants(document: ApiDocument, schema: Json): Json[] {
  const whole = resolved(document, schema);
  const alternatives = (whole.anyOf ?? whole.oneOf) as Json[] | undefined;
  if (alternatives !== undefined) return alternatives.flatMap((one) => variants(document, one));
  const types = typesOf(whole);
  return types.length > 1 ? types.map((type) => ({ ...whole, type })) : [whole];
}

function typesOf({ type, const: only, enum: values }: Json): string[] {
  if (Array.isArray(type)) return type as string[];
  if (typeof type === 'string') return [type === 'integer' ? 'number' : type];
  const [value] = only === undefined ? ((values as unknown[] | undefined) ?? []) : [only];
  return value === undefined ? ['anything'] : [value === null ? 'null' : typeof value];
}

function valuesOf({ const: only, enum: values }: Json): unknown[] | null {
  return only !== undefined ? [only] : ((values as unknown[] | undefined) ?? null);
}
