/** Reads a CloudFormation or SAM template: its resources, what they refer to, and which of their names are parameters. */
import type { ReadingBudget } from '@/sources/proposal/importLimits';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';

export interface TemplateResource {
  logicalId: string;
  type: string;
  properties: Located | undefined;
  position: Position;
}

export interface Template {
  resources: readonly TemplateResource[];
  /** Logical ids that a value refers to, wherever in it: by references, by parameters, and by names. */
  referencesIn(value: Located | undefined): string[];
}

/** Properties that give a resource its name. */
const NAMES = [
  'Name',
  'TableName',
  'QueueName',
  'TopicName',
  'StreamName',
  'BucketName',
  'FunctionName',
  'DomainName',
  'DeliveryStreamName',
  'StateMachineName',
  'DBInstanceIdentifier',
  'DBClusterIdentifier',
];
const DEEPEST = 64;
/** Shorter names occur by chance. */
const SHORTEST = 4;

export function readTemplate(root: Located, budget: ReadingBudget): Template {
  const resources = fieldsOf(fieldOf(root, 'Resources')).map(([logicalId, field]): TemplateResource => {
    budget.take(1);
    return { logicalId, type: textOf(fieldOf(field, 'Type')) ?? '', properties: fieldOf(field, 'Properties'), position: field.keyPosition };
  });
  const known = new Set(resources.map(({ logicalId }) => logicalId));
  const named = new Map<string, string>();
  for (const { logicalId, properties } of resources)
    for (const property of NAMES) {
      const value = fieldOf(properties, property);
      const name = refOf(value) ?? (value?.tag === undefined ? textOf(value) : undefined);
      if (name !== undefined && name.length >= SHORTEST && !known.has(name) && !named.has(name)) named.set(name, logicalId);
    }
  return {
    resources,
    referencesIn: (value) => {
      const found = new Set<string>();
      const add = (name: string): void => {
        if (known.has(name)) found.add(name);
        else if (named.has(name)) found.add(named.get(name) ?? '');
      };
      collect(value, add, budget, 0);
      return [...found];
    },
  };
}

/** The name in `!Ref X` or `{ Ref: X }`. */
function refOf(value: Located | undefined): string | undefined {
  return value?.tag === '!Ref' ? textOf(value) : textOf(fieldOf(value, 'Ref'));
}

function collect(value: Located | undefined, add: (name: string) => void, budget: ReadingBudget, depth: number): void {
  if (value === undefined || depth > DEEPEST) return;
  budget.take(1);
  const text = textOf(value);
  if (text !== undefined) {
    if (value.tag === '!Sub') for (const name of namesInSub(text)) add(name);
    else if (value.tag === '!GetAtt') add(text.split('.')[0] ?? '');
    // A name as it is, which `!Ref` of a parameter may stand for too.
    else add(text);
    return;
  }
  if (value.tag === '!GetAtt') {
    add(textOf(itemsOf(value)[0]) ?? '');
    return;
  }
  const [template, variables] = value.tag === '!Sub' ? itemsOf(value) : [];
  for (const name of namesInSub(textOf(template) ?? '')) add(name);
  if (template !== undefined) collect(variables, add, budget, depth + 1);
  else for (const item of itemsOf(value)) collect(item, add, budget, depth + 1);
  for (const [name, field] of fieldsOf(value)) collect(asTag(name, field), add, budget, depth + 1);
}

/** The long form of a function, as its short one. */
function asTag(name: string, field: Located): Located {
  const tag = name === 'Ref' ? '!Ref' : name === 'Fn::GetAtt' ? '!GetAtt' : name === 'Fn::Sub' ? '!Sub' : undefined;
  return tag === undefined ? field : { ...field, tag };
}

/** `${Table.Arn}` and `${Table}`, but not `${!Literal}`. */
function namesInSub(text: string): string[] {
  return [...text.matchAll(/\$\{([A-Za-z0-9]{1,255})(?:\.[\w.]{1,255})?\}/g)].map(([, name = '']) => name);
}

/** The values at a path of properties. Lists are looked into without being named. */
export function propertiesAt(properties: Located | undefined, path: string): Located[] {
  let current = properties === undefined ? [] : [properties];
  for (const key of path.split('.'))
    current = current
      .flatMap((value) => (Array.isArray(value.value) ? itemsOf(value) : [value]))
      .flatMap((value) => fieldOf(value, key) ?? []);
  return current;
}
