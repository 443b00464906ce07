/** What holds for any plan and template: all resources are accounted for, in any order, and what nobody may see stays where it was. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentsOf, importedBy, plan, type PlanResource } from '@/test/infrastructure';
import { randomRuns } from '@/test/randomRuns';
import { CLOUDFORMATION } from '@/sources/cloudformation/importCloudFormation';
import type { Importer } from '@/sources/importer';
import type { Imported } from '@/sources/proposal/imported';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { TERRAFORM } from '@/sources/terraform/importTerraform';
import { resourceTypeOf } from './resourceTypes';

/** What was imported, or the sentence of the refusal. */
function outcome(importer: Importer, file: string, text: string): Imported | string {
  try {
    return importedBy(importer, { [file]: text });
  } catch (error) {
    if (error instanceof UnreadableSource) return error.message;
    throw error;
  }
}

const TERRAFORM_TYPES = [
  'aws_lambda_function',
  'aws_sqs_queue',
  'aws_db_instance',
  'aws_vpc',
  'aws_iam_role_policy',
  'aws_lb_listener',
  'azurerm_redis_cache',
  'acme_thing',
];
const TEMPLATE_TYPES = [
  'AWS::Lambda::Function',
  'AWS::SQS::Queue',
  'AWS::DynamoDB::Table',
  'AWS::EC2::VPC',
  'AWS::IAM::Role',
  'Acme::Thing',
];
const reference = fc.constantFrom(...TERRAFORM_TYPES.map((type) => `${type}.r1`), 'var.x', 'module.y.z', 'each.value');
const planned = fc
  .uniqueArray(fc.record({ type: fc.constantFrom(...TERRAFORM_TYPES), at: fc.nat(30), uses: fc.array(reference, { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 25,
    selector: ({ type, at }) => `${type}${at}`,
  })
  .map((all) =>
    all.map(({ type, at, uses }): PlanResource => ({
      address: `${type}.r${at}`,
      values: { id: `${type}-${at}` },
      expressions: { environment: { references: uses }, role: { references: uses } },
    })),
  );
const template = fc.dictionary(
  fc.constantFrom(...Array.from({ length: 20 }, (_, at) => `R${at}`)),
  fc.record({
    Type: fc.constantFrom(...TEMPLATE_TYPES),
    Properties: fc.record({ Environment: fc.record({ A: fc.constantFrom('x', { Ref: 'R1' }, { 'Fn::GetAtt': ['R2', 'Arn'] }) }) }),
  }),
  { minKeys: 1 },
);

/** How many resources became components or were counted. */
function accounted(result: Imported): number {
  return componentsOf(result).length + result.report.reduce((sum, { field, count = 0 }) => (field === undefined ? sum : sum + count), 0);
}

describe('every resource is a component or is counted', () => {
  it('in a plan', () => {
    fc.assert(
      fc.property(planned, (resources) => {
        const result = outcome(TERRAFORM, 'plan.json', plan([...resources, { address: 'aws_sqs_queue.anchor', values: {} }]));
        expect(typeof result === 'string' ? result : accounted(result)).toBe(resources.length + 1);
      }),
      randomRuns(60),
    );
  });

  it('in a template', () => {
    fc.assert(
      fc.property(template, (resources) => {
        const result = outcome(
          CLOUDFORMATION,
          'a.yaml',
          JSON.stringify({ Resources: { Anchor: { Type: 'AWS::S3::Bucket' }, ...resources } }),
        );
        expect(typeof result === 'string' ? result : accounted(result)).toBe(Object.keys(resources).length + 1);
      }),
      randomRuns(60),
    );
  });
});

it('the same files in any order give the same bytes', () => {
  const queue = (name: string): string =>
    plan([
      { address: `aws_sqs_queue.${name}`, values: { name } },
      { address: 'aws_sqs_queue.same', values: {} },
    ]);
  const plans = { 'a.json': queue('a'), 'b.json': queue('b'), 'c.json': queue('c') };
  const templates = { 'a.yaml': 'Resources: { T: { Type: AWS::SQS::Queue } }', 'b.yaml': 'Resources: { T: { Type: AWS::S3::Bucket } }' };
  for (const [importer, files] of [
    [TERRAFORM, plans],
    [CLOUDFORMATION, templates],
  ] as const)
    expect(importedBy(importer, files, Object.keys(files).reverse()).text).toBe(importedBy(importer, files).text);
});

it('fifty planted secrets occur in no manifest, report or refusal', () => {
  const secrets = Array.from({ length: 50 }, (_, at) => `s3cr3t${at}zq`);
  const rest = [...secrets];
  const take = (): string => rest.pop() ?? secrets[0] ?? '';
  const values = (): object => ({
    password: take(),
    user_data: take(),
    environment: [{ variables: { A: take(), B: `postgres://u:${take()}@db/x` } }],
    tags: { note: take() },
    policy: `{"Statement":"${take()}"}`,
  });
  const resources = ['aws_db_instance.a', 'aws_lambda_function.b', 'aws_iam_role_policy.c'].map((address) => ({
    address,
    values: values(),
    sensitive: { password: true },
    expressions: { password: { constant_value: take() } },
  }));
  const said = [
    outcome(TERRAFORM, 'plan.json', plan(resources, { variables: { key: { value: take() } } })),
    outcome(TERRAFORM, 'plan.json', `{"format_version":"1.0","a":"${take()}`),
    outcome(
      CLOUDFORMATION,
      'a.yaml',
      `Parameters: { P: { Default: ${take()} } }\nOutputs: { O: { Value: ${take()} } }\nResources:\n${Array.from({ length: 8 }, (_, at) => `  F${at}: { Type: AWS::Lambda::Function, Metadata: { a: ${take()} }, Properties: { Code: ${take()}, Environment: { Variables: { A: ${take()} } } } }\n`).join('')}  D: { Type: AWS::RDS::DBInstance, Properties: { MasterUserPassword: ${take()} } }\n`,
    ),
    outcome(CLOUDFORMATION, 'a.yaml', `Resources: { A: [${take()}\nb: *${secrets[0]}`),
  ].map((one) => (typeof one === 'string' ? one : `${one.text}${JSON.stringify(one.report)}`));
  expect(rest).toEqual([]);
  expect(secrets.filter((secret) => said.some((text) => text.includes(secret)))).toEqual([]);
});

it('anchors that repeat much are refused', () => {
  const list = `&a [${Array.from({ length: 1_000 }, () => 'x').join(', ')}]`;
  const line = (at: number): string => `  F${at}: { Type: AWS::Lambda::Function, Properties: { Environment: ${at === 0 ? list : '*a'} } }`;
  expect(outcome(CLOUDFORMATION, 'a.yaml', `Resources:\n${Array.from({ length: 600 }, (_, at) => line(at)).join('\n')}`)).toMatch(
    /expand to more than/,
  );
});

it('modules and roles in circles end', () => {
  const around = { references: ['module.a.x'] };
  const module = { outputs: { x: { expression: around } }, resources: [] };
  const circles = {
    configuration: {
      root_module: {
        resources: [{ type: 'aws_lambda_function', name: 'f', mode: 'managed', expressions: { environment: around } }],
        module_calls: { a: { module: { ...module, module_calls: { a: { module } } } } },
      },
    },
  };
  expect(typeof outcome(TERRAFORM, 'plan.json', plan([{ address: 'aws_lambda_function.f', values: {} }], circles))).toBe('object');
  const roles =
    'R: { Type: AWS::IAM::Role, Properties: { ManagedPolicyArns: [!Ref P] } }\n  P: { Type: AWS::IAM::Policy, Properties: { Roles: [!Ref R] } }\n  F: { Type: AWS::Lambda::Function, Properties: { Role: !Ref R } }';
  expect(typeof outcome(CLOUDFORMATION, 'a.yaml', `Resources:\n  ${roles}\n`)).toBe('object');
});

it('any values at all are read or refused in a sentence', () => {
  const value = fc.oneof({ withCrossShrink: true }, fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('__proto__', 'constructor', true, null));
  const resource = fc.record({
    address: value,
    mode: value,
    type: fc.oneof(fc.constantFrom('aws_instance', '__proto__'), value),
    name: value,
    index: value,
    values: value,
    sensitive_values: value,
  });
  const module = fc.record({ resources: fc.oneof(fc.array(resource, { maxLength: 4 }), value), child_modules: value });
  const document = fc.record({
    format_version: fc.constantFrom('1.0', '0.1'),
    planned_values: fc.record({ root_module: module }),
    configuration: fc.record({
      root_module: fc.oneof(
        fc.record({
          resources: fc.array(fc.record({ type: value, name: value, expressions: value }), { maxLength: 3 }),
          module_calls: value,
          outputs: value,
        }),
        value,
      ),
    }),
  });
  const stack = fc.record({
    Resources: fc.oneof(
      fc.dictionary(
        fc.oneof(fc.constantFrom('A', '__proto__'), fc.string()),
        fc.record({
          Type: fc.oneof(fc.constantFrom(...TEMPLATE_TYPES, 'AWS::Serverless::Function'), value),
          Properties: fc.oneof(
            fc.dictionary(fc.constantFrom('Events', 'Policies', 'Environment', 'Tags', 'Name', 'AvailabilityZone'), value),
            value,
          ),
        }),
      ),
      value,
    ),
  });
  fc.assert(
    fc.property(document, stack, (one, other) => {
      outcome(TERRAFORM, 'plan.json', JSON.stringify(one));
      outcome(CLOUDFORMATION, 'a.yaml', JSON.stringify(other));
    }),
    randomRuns(80),
  );
});

it('a type is known by its name alone, whatever JavaScript calls its own', () => {
  expect(['__proto__', 'constructor', 'toString'].map(resourceTypeOf)).toEqual([undefined, undefined, undefined]);
});
