/** Which use of a resource a permission is for. Permissions to look at or change the resource itself are for none. */
import type { DependencyType } from '@/domain/vocabulary';

/** The first that fits counts. Wildcards of policies are compared as written. */
const ACTIONS: readonly [RegExp, DependencyType][] = [
  [/^dynamodb:(?:GetRecords|GetShardIterator|DescribeStream|ListStreams)$/i, 'Consumes'],
  [/^dynamodb:(?:(?:Batch)?Get(?:Item)?\*?|GetItem|Query|Scan|PartiQLSelect|ConditionCheckItem)$/i, 'Reads'],
  [/^dynamodb:(?:PutItem|UpdateItem|DeleteItem|BatchWriteItem|Put\*|Update\*|PartiQL(?:Insert|Update|Delete))$/i, 'Writes'],
  [
    /^(?:dynamodb:\*|rds-data:.*|rds-db:connect|s3:\*|es:ESHttp.*|es:\*|elasticache:Connect|memorydb:Connect|docdb-elastic:.*|aoss:APIAccessAll)$/i,
    'ReadsWrites',
  ],
  [/^s3:(?:GetObject.*|Get\*|ListBucket.*|List\*)$/i, 'Reads'],
  [/^s3:(?:PutObject.*|DeleteObject.*|Put\*|AbortMultipartUpload)$/i, 'Writes'],
  [
    /^(?:sqs:SendMessage.*|sns:Publish.*|kinesis:PutRecords?|kinesis:Put\*|firehose:PutRecord.*|events:PutEvents|kafka-cluster:WriteData)$/i,
    'Publishes',
  ],
  [
    /^(?:sqs:(?:ReceiveMessage|DeleteMessage).*|kinesis:(?:GetRecords?|GetShardIterator|SubscribeToShard|Get\*)|kafka-cluster:ReadData)$/i,
    'Consumes',
  ],
  [/^(?:sqs|sns|kinesis|kafka-cluster):\*$/i, 'PubSub'],
  [/^(?:lambda:Invoke.*|lambda:\*|states:Start(?:Sync)?Execution|states:\*|execute-api:.*|appsync:GraphQL)$/i, 'Calls'],
];

export function useOfAction(action: string): DependencyType | null {
  return ACTIONS.find(([pattern]) => pattern.test(action))?.[1] ?? null;
}

/** By the name of a policy template of SAM: the use, and the field that names the resource. */
export const POLICY_TEMPLATES: ReadonlyMap<string, readonly [DependencyType, string]> = new Map([
  ['DynamoDBCrudPolicy', ['ReadsWrites', 'TableName']],
  ['DynamoDBReadPolicy', ['Reads', 'TableName']],
  ['DynamoDBWritePolicy', ['Writes', 'TableName']],
  ['DynamoDBStreamReadPolicy', ['Consumes', 'TableName']],
  ['SQSSendMessagePolicy', ['Publishes', 'QueueName']],
  ['SQSPollerPolicy', ['Consumes', 'QueueName']],
  ['SNSPublishMessagePolicy', ['Publishes', 'TopicName']],
  ['SNSCrudPolicy', ['Publishes', 'TopicName']],
  ['KinesisStreamReadPolicy', ['Consumes', 'StreamName']],
  ['KinesisCrudPolicy', ['PubSub', 'StreamName']],
  ['FirehoseWritePolicy', ['Publishes', 'DeliveryStreamName']],
  ['FirehoseCrudPolicy', ['Publishes', 'DeliveryStreamName']],
  ['EventBridgePutEventsPolicy', ['Publishes', 'EventBusName']],
  ['S3ReadPolicy', ['Reads', 'BucketName']],
  ['S3WritePolicy', ['Writes', 'BucketName']],
  ['S3CrudPolicy', ['ReadsWrites', 'BucketName']],
  ['S3FullAccessPolicy', ['ReadsWrites', 'BucketName']],
  ['LambdaInvokePolicy', ['Calls', 'FunctionName']],
  ['StepFunctionsExecutionPolicy', ['Calls', 'StateMachineName']],
  ['ElasticsearchHttpPostPolicy', ['Writes', 'DomainName']],
]);
