/** The facts about each kind's fields as plain values: the browser builds forms and tables from them without loading the schemas. */
import { z } from 'zod';
import { Dependency, DependencyCreate } from './dependency';
import { ENTITY_REGISTRY } from './entityKinds';
import { Reference } from './references';
import { INVENTORY_KINDS } from './values/inventory';
import type { FieldFacts, KindFields } from './values/fieldTypes';
import type { InventoryKind } from './bulk';

const BOOKKEEPING = ['id', 'createdAt', 'updatedAt', 'version'];
const DEPENDENCY_FILTERS = ['dependencyType', 'mode', 'required', 'propagates', 'sourceComponentId', 'targetComponentId'];

/** For all ten kinds. `npm run schema:fields` writes them to `values/fieldFacts.json`. */
export function readFieldFacts(): Record<InventoryKind, KindFields> {
  return Object.fromEntries(INVENTORY_KINDS.map((kind) => [kind, fieldsOfKind(kind)])) as Record<InventoryKind, KindFields>;
}

function fieldsOfKind(kind: InventoryKind): KindFields {
  const { create, entity, filters } =
    kind === 'dependency'
      ? { create: DependencyCreate, entity: Dependency, filters: DEPENDENCY_FILTERS }
      : { ...ENTITY_REGISTRY[kind], filters: Object.keys(ENTITY_REGISTRY[kind].filters) };
  const taken = create.shape as Record<string, z.ZodType>;
  const names = Object.keys(entity.shape).filter((name) => !BOOKKEEPING.includes(name));
  return { fields: names.flatMap((name) => (taken[name] === undefined ? [] : [factsOf(name, taken[name])])), filters };
}

function factsOf(name: string, schema: z.ZodType): FieldFacts {
  let core: z.ZodType = schema;
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) core = core.unwrap() as z.ZodType;
  return {
    name,
    type: typeOf(core),
    isOptional: schema.safeParse(undefined).success,
    isNullable: schema.safeParse(null).success,
    options: core instanceof z.ZodEnum ? core.options.map(String) : [],
  };
}

function typeOf(core: z.ZodType): FieldFacts['type'] {
  if (core instanceof z.ZodEnum) return 'enum';
  if (core instanceof z.ZodArray && core.element === Reference) return 'references';
  if (core instanceof z.ZodBoolean) return 'boolean';
  if (core instanceof z.ZodNumber) return core.isInt ? 'integer' : 'number';
  return core.meta()?.format === 'date' ? 'date' : 'text';
}
