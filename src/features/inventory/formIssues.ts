/** Validates form input against the schemas. Loaded when a form opens, so that no other page loads the schemas. */
import type { z } from 'zod';
import type { InventoryKind } from '@/contract/bulk';
import { DependencyCreate, DependencyPatch } from '@/contract/dependency';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { Issue } from '@/domain/errors';
import type { FieldSpec } from './fields';
import type { FormValues } from './formValues';

/** What the schema rejects, as sentences. The server may reject more. */
export function issuesOf(kind: InventoryKind, specs: readonly FieldSpec[], fields: FormValues, isNew: boolean): Issue[] {
  const schema: z.ZodType =
    kind === 'dependency' ? (isNew ? DependencyCreate : DependencyPatch) : ENTITY_REGISTRY[kind][isNew ? 'create' : 'patch'];
  const isMissing = ({ name, isRequired }: FieldSpec): boolean =>
    isRequired &&
    (isNew ? fields[name] === undefined : name in fields && (fields[name] === '' || fields[name] === null || fields[name] === undefined));
  const missing = specs.filter(isMissing).map(({ name, label }) => ({ path: name, message: `${label} is required.` }));
  const found = schema.safeParse(fields).error?.issues.map(({ path, message }) => ({ path: pathText(path), message })) ?? [];
  return [...missing, ...found.filter(({ path }) => !missing.some((issue) => issue.path === path))];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('');
}
