/** What Terraform's resources become, and what is evidence of a use. */
import { describe, expect, it } from 'vitest';
import { componentsOf, edgesOf, ignoredBy, importedBy, plan, type PlanResource } from '@/test/infrastructure';
import { TERRAFORM } from './importTerraform';

const imported = (resources: readonly PlanResource[], rest?: object) => importedBy(TERRAFORM, { 'plan.json': plan(resources, rest) });
const names = (...references: string[]): object => ({ references });

describe('resources', () => {
  it('become components by their types, and the others are counted', () => {
    const types = [
      'aws_db_instance',
      'aws_sqs_queue',
      'aws_lambda_function',
      'azurerm_redis_cache',
      'google_storage_bucket',
      'aws_vpc',
      'aws_iam_role',
      'aws_lb',
    ];
    const result = imported([
      ...types.map((type) => ({ address: `${type}.x`, values: {} })),
      { address: 'data.aws_region.x', values: {}, mode: 'data' },
    ]);
    expect(componentsOf(result)).toEqual([
      'shop/x Database Managed',
      'shop/x-lambda_function WebAPI Serverless',
      'shop/x-lb Infrastructure Managed',
      'shop/x-sqs_queue Queue Managed',
      'shop/x-redis_cache Cache Managed',
      'shop/x-storage_bucket Storage Managed',
    ]);
    expect(ignoredBy(result).sort()).toEqual(['aws_iam_role 1', 'aws_vpc 1', 'data resources 1']);
  });

  it('with equal names are told apart by their addresses', () => {
    const values = { function_name: 'hello' };
    const result = imported([
      { address: 'aws_lambda_function.one', values },
      { address: 'aws_lambda_function.two["a"]', values },
    ]);
    expect(result.manifest.applications?.[0]?.components).toMatchObject([
      { technicalName: 'one', name: 'hello' },
      { technicalName: 'two', name: 'hello' },
    ]);
  });

  it('belong to what their tags say, else to their module', () => {
    const child = {
      resources: [{ address: 'module.pay.aws_sqs_queue.q', mode: 'managed', type: 'aws_sqs_queue', name: 'q', values: {} }],
      address: 'module.pay',
    };
    const tagged = {
      address: 'aws_sqs_queue.a',
      mode: 'managed',
      type: 'aws_sqs_queue',
      name: 'a',
      values: { tags: { Application: 'Till', Team: 'Payments' } },
    };
    const result = imported([], { planned_values: { root_module: { resources: [tagged], child_modules: [child] } } });
    expect(componentsOf(result)).toEqual(['Till/a Queue Managed', 'pay/pay-q Queue Managed']);
    expect(result.manifest.applications?.[0]).toMatchObject({ ownerTeam: 'Payments' });
  });

  it.each([
    ['aws_db_instance', { availability_zone: 'eu-west-1b' }, ['eu-west-1b'], 'eu-west-1'],
    ['aws_elasticache_cluster', { availability_zones: ['eu-west-1a', 'eu-west-1b'] }, ['eu-west-1a', 'eu-west-1b'], 'eu-west-1'],
    ['azurerm_linux_virtual_machine', { zone: '2', location: 'westeurope' }, ['westeurope-2'], 'westeurope'],
    ['google_sql_database_instance', { zone: 'europe-west1-c' }, ['europe-west1-c'], 'europe-west1'],
  ])('%s with %j runs in %j', (type, values, zones, region) => {
    const { manifest } = imported([{ address: `${type}.x`, values }]);
    expect(manifest.applications?.[0]?.components?.[0]?.hostingZones).toEqual(zones);
    expect(manifest.hostingAreas?.map(({ name }) => name)).toEqual([region]);
  });

  it('with a standby are one component, which says so', () => {
    const result = imported([{ address: 'aws_db_instance.x', values: { multi_az: true } }]);
    expect(result.manifest.applications?.[0]?.components?.[0]?.description).toBe('Keeps a standby in another zone.');
  });

  it('that are members of a cluster are a part of it', () => {
    const member = {
      address: 'aws_rds_cluster_instance.m[0]',
      values: {},
      expressions: { cluster_identifier: names('aws_rds_cluster.c.id', 'aws_rds_cluster.c') },
    };
    const result = imported([{ address: 'aws_rds_cluster.c', values: {} }, member]);
    expect(componentsOf(result)).toEqual(['shop/c Database Managed']);
    expect(ignoredBy(result)).toEqual(['aws_rds_cluster_instance of a cluster 1']);
  });
});

describe('evidence of a use', () => {
  const FUNCTION = { address: 'aws_lambda_function.f', values: {}, expressions: { role: names('aws_iam_role.r.arn', 'aws_iam_role.r') } };
  const TABLE = { address: 'aws_dynamodb_table.t', values: {} };
  const QUEUE = { address: 'aws_sqs_queue.q', values: {} };
  const ROLE = { address: 'aws_iam_role.r', values: {} };
  const document = (actions: string[], effect?: string): PlanResource => ({
    address: 'data.aws_iam_policy_document.d',
    mode: 'data',
    expressions: {
      statement: [
        {
          actions: { constant_value: actions },
          resources: names('aws_dynamodb_table.t.arn', 'aws_dynamodb_table.t'),
          ...(effect === undefined ? {} : { effect: { constant_value: effect } }),
        },
      ],
    },
  });
  const policy = {
    address: 'aws_iam_role_policy.p',
    values: {},
    expressions: { role: names('aws_iam_role.r.id'), policy: names('data.aws_iam_policy_document.d.json') },
  };

  it.each<[string, PlanResource[], string[]]>([
    [
      'an event source mapping',
      [
        FUNCTION,
        QUEUE,
        {
          address: 'aws_lambda_event_source_mapping.m',
          values: {},
          expressions: { function_name: names('aws_lambda_function.f.arn'), event_source_arn: names('aws_sqs_queue.q.arn') },
        },
      ],
      ['f → q Consumes Hard'],
    ],
    [
      'an integration',
      [
        FUNCTION,
        { address: 'aws_apigatewayv2_api.a', values: {} },
        {
          address: 'aws_apigatewayv2_integration.i',
          values: {},
          expressions: { api_id: names('aws_apigatewayv2_api.a.id'), integration_uri: names('aws_lambda_function.f.invoke_arn') },
        },
      ],
      ['a → f Calls Hard'],
    ],
    [
      'a variable',
      [{ ...FUNCTION, expressions: { environment: [{ variables: names('aws_dynamodb_table.t.name', 'aws_dynamodb_table.t') }] } }, TABLE],
      ['f → t ReadsWrites Hard?'],
    ],
    [
      'a permission to read',
      [FUNCTION, TABLE, ROLE, document(['dynamodb:GetItem', 'dynamodb:DescribeTable']), policy],
      ['f → t Reads Hard?'],
    ],
    [
      'permissions to read and write',
      [FUNCTION, TABLE, ROLE, document(['dynamodb:Query', 'dynamodb:PutItem']), policy],
      ['f → t ReadsWrites Hard?'],
    ],
    [
      'a target group',
      [
        { address: 'aws_lb.l', values: {} },
        { address: 'aws_lb_target_group.g', values: {} },
        {
          address: 'aws_lb_listener.n',
          values: {},
          expressions: {
            load_balancer_arn: names('aws_lb.l.arn'),
            default_action: [{ target_group_arn: names('aws_lb_target_group.g.arn') }],
          },
        },
        {
          address: 'aws_ecs_service.s',
          values: {},
          expressions: { load_balancer: [{ target_group_arn: names('aws_lb_target_group.g.arn') }] },
        },
      ],
      ['l → s TrafficFlow Hard'],
    ],
  ])('is %s', (_case, resources, edges) => {
    expect(edgesOf(imported(resources))).toEqual(edges);
  });

  it.each<[string, PlanResource[]]>([
    [
      'an order of creation',
      [FUNCTION, { ...TABLE, expressions: { depends_on: ['aws_lambda_function.f'], tags: names('aws_lambda_function.f.arn') } }],
    ],
    [
      'a network that two share',
      [
        { ...FUNCTION, expressions: { vpc_config: [{ subnet_ids: names('aws_subnet.s.id') }] } },
        TABLE,
        { address: 'aws_subnet.s', values: {} },
      ],
    ],
    ['a permission to look at it', [FUNCTION, TABLE, ROLE, document(['dynamodb:DescribeTable', 'dynamodb:TagResource']), policy]],
    ['what is denied', [FUNCTION, TABLE, ROLE, document(['dynamodb:GetItem'], 'Deny'), policy]],
  ])('is not %s', (_case, resources) => {
    expect(edgesOf(imported(resources))).toEqual([]);
  });

  it('is followed through the variables and outputs of modules', () => {
    const configuration = {
      root_module: {
        module_calls: {
          store: {
            module: {
              resources: [{ type: 'aws_dynamodb_table', name: 't', mode: 'managed' }],
              outputs: { table: { expression: names('aws_dynamodb_table.t.name') } },
            },
          },
          app: {
            expressions: { table: names('module.store.table', 'module.store') },
            module: {
              resources: [
                {
                  type: 'aws_lambda_function',
                  name: 'f',
                  mode: 'managed',
                  expressions: { environment: [{ variables: names('var.table') }] },
                },
              ],
            },
          },
        },
      },
    };
    const child = (module: string, type: string, name: string): object => ({
      address: `module.${module}`,
      resources: [{ address: `module.${module}.${type}.${name}`, mode: 'managed', type, name, values: {} }],
    });
    const planned_values = {
      root_module: { child_modules: [child('store', 'aws_dynamodb_table', 't'), child('app', 'aws_lambda_function', 'f')] },
    };
    expect(edgesOf(imported([], { configuration, planned_values }))).toEqual(['app-f → store-t ReadsWrites Hard?']);
  });

  it('in a state is what its values name: ARNs in variables and policies', () => {
    const arn = (rest: string): string => `arn:aws:${rest}`;
    const statement = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: [arn('sqs:eu-west-1:1:jobs')] };
    const resources = [
      {
        address: 'aws_lambda_function.f',
        values: { role: arn('iam::1:role/r'), environment: [{ variables: { TABLE: 'orders-table', OTHER: 'x' } }] },
      },
      { address: 'aws_dynamodb_table.t', values: { name: 'orders-table', arn: arn('dynamodb:eu-west-1:1:table/orders-table') } },
      { address: 'aws_sqs_queue.q', values: { arn: arn('sqs:eu-west-1:1:jobs') } },
      { address: 'aws_iam_role.r', values: { arn: arn('iam::1:role/r'), id: 'role-r' } },
      { address: 'aws_iam_role_policy.p', values: { role: 'role-r', policy: JSON.stringify({ Statement: [statement] }) } },
    ];
    expect(edgesOf(imported(resources, { configuration: undefined }))).toEqual(['f → t ReadsWrites Hard?', 'f → q Publishes Async?']);
  });

  it('is nothing that is sensitive', () => {
    const values = { environment: [{ variables: { TABLE: 'orders-table' } }] };
    const resources = [
      { address: 'aws_lambda_function.f', values, sensitive: { environment: [{ variables: true }] } },
      { address: 'aws_dynamodb_table.t', values: { name: 'orders-table' } },
    ];
    expect(edgesOf(imported(resources))).toEqual([]);
  });
});

describe('files', () => {
  it.each([
    ['no JSON', '{ "format_version": "1.0", "password": s3cret', 'plan.json is not readable JSON'],
    ['a state file itself', '{"version": 4, "resources": []}', 'plan.json is not a plan or state'],
    ['a later format', '{"format_version": "2.0", "values": {"root_module": {}}}', 'plan.json is not a plan or state'],
    ['nothing', '{"format_version": "1.0", "values": {"root_module": {}}}', 'there is no managed resource in plan.json'],
  ])('with %s are refused, without quoting them', (_case, text, sentence) => {
    const refusal = (): unknown => importedBy(TERRAFORM, { 'plan.json': text });
    expect(refusal).toThrow(sentence);
    expect(refusal).not.toThrow(/s3cret/);
  });

  it('are recognised by what stands first in them', () => {
    expect(TERRAFORM.recognise({ path: 'x.json', text: plan([]) })).toBe(
      'it has format_version 1.2 and values, as terraform show -json prints',
    );
    expect(TERRAFORM.recognise({ path: 'x.json', text: '{"version":4,"terraform_version":"1.0"}' })).toBeNull();
  });
});
