/** What resources of templates become, and what is evidence of a use. */
import { describe, expect, it } from 'vitest';
import { componentsOf, edgesOf, ignoredBy, importedBy } from '@/test/infrastructure';
import { CLOUDFORMATION } from './importCloudFormation';

const imported = (resources: string, rest = '') =>
  importedBy(CLOUDFORMATION, { 'template.yaml': `${rest}Resources:\n${resources.replace(/^/gm, '  ')}\n` });
const FUNCTION = 'F: { Type: AWS::Serverless::Function, Properties: { ';
const TABLE = 'T: { Type: AWS::DynamoDB::Table }\n';
const QUEUE = 'Q: { Type: AWS::SQS::Queue, Properties: { QueueName: jobs-queue } }\n';

it('resources become components by their types, in an application of the stack, and the others are counted', () => {
  const result = imported(`${TABLE}${QUEUE}L: { Type: AWS::Logs::LogGroup }\nM: { Type: AWS::Lambda::Function }\nN: {}\n`);
  expect(componentsOf(result)).toEqual(['shop/M WebAPI Serverless', 'shop/Q Queue Managed', 'shop/T Database Managed']);
  expect(ignoredBy(result)).toEqual(['AWS::Logs::LogGroup 1', 'resources without a type 1']);
});

describe('evidence of a use', () => {
  it.each([
    ['a variable that refers to it', `${TABLE}${FUNCTION}Environment: { Variables: { A: !Ref T } } } }`, ['F → T ReadsWrites Hard?']],
    ['an attribute', `${TABLE}${FUNCTION}Environment: { Variables: { A: !GetAtt T.Arn } } } }`, ['F → T ReadsWrites Hard?']],
    ['an attribute as a list', `${TABLE}${FUNCTION}Environment: { Variables: { A: !GetAtt [T, Arn] } } } }`, ['F → T ReadsWrites Hard?']],
    ['a text with it', `${TABLE}${FUNCTION}Environment: { Variables: { A: !Sub "x/\${T}/y" } } } }`, ['F → T ReadsWrites Hard?']],
    [
      'the long forms',
      `${TABLE}${FUNCTION}Environment: { Variables: { A: { 'Fn::Join': ['', [x, { Ref: T }]] } } } } }`,
      ['F → T ReadsWrites Hard?'],
    ],
    ['a policy by name', `${TABLE}${FUNCTION}Policies: [{ DynamoDBReadPolicy: { TableName: !Ref T } }] } }`, ['F → T Reads Hard?']],
    [
      'a policy in a map',
      `${QUEUE}${FUNCTION}Policies: { SQSSendMessagePolicy: { QueueName: !GetAtt Q.QueueName } } } }`,
      ['F → Q Publishes Async?'],
    ],
    [
      'a policy and a variable, once',
      `${QUEUE}${FUNCTION}Environment: { Variables: { A: !Ref Q } }, Policies: [{ SQSSendMessagePolicy: { QueueName: jobs-queue } }] } }`,
      ['F → Q Publishes Async?'],
    ],
    [
      'a written statement',
      `${QUEUE}${FUNCTION}Policies: [{ Statement: [{ Effect: Allow, Action: 'sqs:ReceiveMessage', Resource: !GetAtt Q.Arn }] }] } }`,
      ['F → Q Consumes Hard?'],
    ],
    ['an event', `${QUEUE}${FUNCTION}Events: { E: { Type: SQS, Properties: { Queue: !GetAtt Q.Arn } } } } }`, ['F → Q Consumes Hard']],
    [
      'an event of an API that nobody declared',
      `${FUNCTION}Events: { E: { Type: Api, Properties: { Path: / } } } } }`,
      ['ServerlessRestApi → F Calls Hard'],
    ],
    [
      'an event of a declared API',
      `A: { Type: AWS::Serverless::HttpApi }\n${FUNCTION}Events: { E: { Type: HttpApi, Properties: { ApiId: !Ref A } } } } }`,
      ['A → F Calls Hard'],
    ],
    [
      'a role with a policy',
      `${TABLE}R: { Type: AWS::IAM::Role, Properties: { Policies: [{ PolicyDocument: { Statement: { Effect: Allow, Action: ['dynamodb:PutItem'], Resource: !GetAtt T.Arn } } }] } }\nF: { Type: AWS::Lambda::Function, Properties: { Role: !GetAtt R.Arn } }`,
      ['F → T Writes Hard?'],
    ],
    [
      'a listener and a target group',
      'B: { Type: AWS::ElasticLoadBalancingV2::LoadBalancer }\nG: { Type: AWS::ElasticLoadBalancingV2::TargetGroup }\nN: { Type: AWS::ElasticLoadBalancingV2::Listener, Properties: { LoadBalancerArn: !Ref B, DefaultActions: [{ TargetGroupArn: !Ref G }] } }\nS: { Type: AWS::ECS::Service, Properties: { LoadBalancers: [{ TargetGroupArn: !Ref G }] } }',
      ['B → S TrafficFlow Hard'],
    ],
    [
      'a stream of changes',
      'K: { Type: AWS::Kinesis::Stream }\nT: { Type: AWS::DynamoDB::Table, Properties: { KinesisStreamSpecification: { StreamArn: !GetAtt K.Arn } } }',
      ['T → K Publishes Async'],
    ],
  ])('is %s', (_case, resources, edges) => {
    expect(edgesOf(imported(resources))).toEqual(edges);
  });

  it.each([
    ['an order of creation', `${TABLE}F: { Type: AWS::Lambda::Function, DependsOn: T }`],
    [
      'a permission to look at it',
      `${TABLE}${FUNCTION}Policies: [{ Statement: [{ Effect: Allow, Action: 'dynamodb:DescribeTable', Resource: !GetAtt T.Arn }] }] } }`,
    ],
    [
      'what is denied',
      `${TABLE}${FUNCTION}Policies: [{ Statement: [{ Effect: Deny, Action: 'dynamodb:GetItem', Resource: !GetAtt T.Arn }] }] } }`,
    ],
    ['a stream that nobody reads', 'T: { Type: AWS::DynamoDB::Table, Properties: { StreamSpecification: { StreamViewType: NEW_IMAGE } } }'],
    ['a literal', `${TABLE}${FUNCTION}Environment: { Variables: { A: !Sub "\${!T}" } } } }`],
  ])('is not %s', (_case, resources) => {
    expect(edgesOf(imported(resources))).toEqual([]);
  });

  it('is a parameter that names the resource too', () => {
    const text = `S: { Type: AWS::Kinesis::Stream, Properties: { Name: !Ref StreamName } }\n${FUNCTION}Policies: [{ KinesisStreamReadPolicy: { StreamName: !Ref StreamName } }] } }`;
    expect(edgesOf(imported(text, 'Parameters: { StreamName: { Type: String } }\n'))).toEqual(['F → S Consumes Hard?']);
  });
});

describe('files', () => {
  it('in JSON are the same', () => {
    const json =
      '{"AWSTemplateFormatVersion":"2010-09-09","Resources":{"T":{"Type":"AWS::DynamoDB::Table"},"F":{"Type":"AWS::Lambda::Function","Properties":{"Environment":{"Variables":{"A":{"Ref":"T"}}}}}}}';
    expect(edgesOf(importedBy(CLOUDFORMATION, { 'template.json': json }))).toEqual(['F → T ReadsWrites Hard?']);
  });

  it('of several stacks keep equal names apart, each stack an application', () => {
    const text = 'Resources: { T: { Type: AWS::DynamoDB::Table } }\n';
    expect(componentsOf(importedBy(CLOUDFORMATION, { 'a/pay.yaml': text, 'b/ship.yaml': text }))).toEqual([
      'pay/T Database Managed',
      'ship/ship-T Database Managed',
    ]);
  });

  it.each([
    ['the version of templates', 'AWSTemplateFormatVersion: x\nResources: {}\n', 'AWSTemplateFormatVersion'],
    ['the transform of SAM', 'Transform: AWS::Serverless-2016-10-31\nResources: {}\n', 'SAM'],
    ['a type of AWS', '{ "Resources": { "A": { "Type": "AWS::S3::Bucket" } } }', 'AWS::S3::Bucket'],
  ])('are recognised by %s', (_case, text, words) => {
    expect(CLOUDFORMATION.recognise({ path: 'x', text })).toContain(words);
  });

  it('of other tools with Resources are none', () => {
    expect(CLOUDFORMATION.recognise({ path: 'x', text: 'Resources:\n  - cpu\n' })).toBeNull();
  });
});
