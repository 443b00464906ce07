/** What is evidence that one resource uses another: one table for Terraform and CloudFormation. An order of creation is none. */
import type { DependencyType } from '@/domain/vocabulary';
import { grouped } from '@/plain/grouped';
import type { Position } from '@/sources/proposal/locatedYaml';

/** `use` is what the kind of the target suggests; `via` only leads on, as from a function to its role. */
export type LinkType = DependencyType | 'use' | 'via';

export interface Link {
  /** Keys of resources, of which some become no components. */
  source: string;
  target: string;
  type: LinkType;
  evidence: string;
  /** Somebody connected the two, so that nobody has to check it. */
  isStated: boolean;
  position: Position;
}

/** A resource, as far as links need it. */
export interface Linked {
  key: string;
  type: string;
  position: Position;
  /** Keys of the resources that are named below an attribute, such as `default_action.target_group_arn`. */
  references(path: string): readonly string[];
}

type Row = readonly [types: string, source: string, target: string, type: LinkType, evidence: string];

const ITSELF = '';
const ROWS: readonly Row[] = [
  ['aws_lambda_event_source_mapping', 'function_name', 'event_source_arn', 'Consumes', 'an event source mapping'],
  ['AWS::Lambda::EventSourceMapping', 'FunctionName', 'EventSourceArn', 'Consumes', 'an event source mapping'],
  ['aws_sns_topic_subscription', 'endpoint', 'topic_arn', 'Consumes', 'a subscription'],
  ['AWS::SNS::Subscription', 'Endpoint', 'TopicArn', 'Consumes', 'a subscription'],
  ['AWS::SNS::Topic', 'Subscription.Endpoint', ITSELF, 'Consumes', 'a subscription'],
  ['google_pubsub_subscription', 'push_config.push_endpoint', 'topic', 'Consumes', 'a subscription'],
  ['aws_s3_bucket_notification', 'lambda_function.lambda_function_arn', 'bucket', 'Consumes', 'a notification'],
  ['AWS::S3::Bucket', 'NotificationConfiguration', ITSELF, 'Consumes', 'a notification'],
  ['aws_cloudwatch_event_target', 'arn', 'event_bus_name', 'Consumes', 'a rule'],
  ['AWS::Events::Rule', 'Targets.Arn', 'EventBusName', 'Consumes', 'a rule'],
  ['aws_dynamodb_kinesis_streaming_destination', 'table_name', 'stream_arn', 'Publishes', 'a stream of changes'],
  ['AWS::DynamoDB::Table', ITSELF, 'KinesisStreamSpecification.StreamArn', 'Publishes', 'a stream of changes'],
  ['aws_api_gateway_integration', 'rest_api_id', 'uri', 'Calls', 'an integration'],
  ['aws_apigatewayv2_integration', 'api_id', 'integration_uri', 'Calls', 'an integration'],
  ['AWS::ApiGateway::Method', 'RestApiId', 'Integration.Uri', 'Calls', 'an integration'],
  ['AWS::ApiGatewayV2::Integration', 'ApiId', 'IntegrationUri', 'Calls', 'an integration'],
  ['AWS::Serverless::Api AWS::Serverless::HttpApi', ITSELF, 'DefinitionBody', 'Calls', 'an integration'],
  ['AWS::ApiGateway::RestApi AWS::ApiGatewayV2::Api', ITSELF, 'Body', 'Calls', 'an integration'],
  ['aws_appsync_datasource', 'api_id', 'lambda_config.function_arn', 'Calls', 'a data source'],
  ['aws_appsync_datasource', 'api_id', 'dynamodb_config.table_name', 'ReadsWrites', 'a data source'],
  ['AWS::AppSync::DataSource', 'ApiId', 'LambdaConfig.LambdaFunctionArn', 'Calls', 'a data source'],
  ['AWS::AppSync::DataSource', 'ApiId', 'DynamoDBConfig.TableName', 'ReadsWrites', 'a data source'],
  ['aws_sfn_state_machine', ITSELF, 'definition', 'use', 'its definition'],
  ['AWS::StepFunctions::StateMachine', ITSELF, 'DefinitionString', 'use', 'its definition'],
  ['AWS::StepFunctions::StateMachine AWS::Serverless::StateMachine', ITSELF, 'DefinitionSubstitutions', 'use', 'its definition'],
  // Load balancers: a listener leads to a target group, which leads to what is behind it.
  ['aws_lb_listener aws_alb_listener', 'load_balancer_arn', 'default_action', 'TrafficFlow', 'a listener'],
  ['aws_lb_listener_rule aws_alb_listener_rule', 'listener_arn', 'action', 'TrafficFlow', 'a listener'],
  ['aws_lb_listener aws_alb_listener', 'load_balancer_arn', ITSELF, 'via', 'a listener'],
  ['aws_lb_target_group_attachment aws_alb_target_group_attachment', 'target_group_arn', 'target_id', 'TrafficFlow', 'a target group'],
  ['aws_elb', ITSELF, 'instances', 'TrafficFlow', 'its instances'],
  ['aws_ecs_service', 'load_balancer.target_group_arn', ITSELF, 'TrafficFlow', 'a target group'],
  ['aws_autoscaling_group', 'target_group_arns', ITSELF, 'TrafficFlow', 'a target group'],
  ['AWS::ElasticLoadBalancingV2::Listener', 'LoadBalancerArn', 'DefaultActions', 'TrafficFlow', 'a listener'],
  ['AWS::ElasticLoadBalancingV2::Listener', 'LoadBalancerArn', ITSELF, 'via', 'a listener'],
  ['AWS::ElasticLoadBalancingV2::ListenerRule', 'ListenerArn', 'Actions', 'TrafficFlow', 'a listener'],
  ['AWS::ElasticLoadBalancingV2::TargetGroup', ITSELF, 'Targets.Id', 'TrafficFlow', 'a target group'],
  ['AWS::ECS::Service', 'LoadBalancers.TargetGroupArn', ITSELF, 'TrafficFlow', 'a target group'],
  ['AWS::AutoScaling::AutoScalingGroup', 'TargetGroupARNs', ITSELF, 'TrafficFlow', 'a target group'],
  ['aws_cloudfront_distribution', ITSELF, 'origin', 'TrafficFlow', 'an origin'],
  ['AWS::CloudFront::Distribution', ITSELF, 'DistributionConfig.Origins', 'TrafficFlow', 'an origin'],
  // What a program is given.
  ['aws_lambda_function', ITSELF, 'environment', 'use', 'its variables'],
  ['AWS::Lambda::Function AWS::Serverless::Function', ITSELF, 'Environment', 'use', 'its variables'],
  ['aws_ecs_service', ITSELF, 'task_definition', 'via', 'its task'],
  ['aws_ecs_task_definition', ITSELF, 'container_definitions', 'use', 'its variables'],
  ['AWS::ECS::Service', ITSELF, 'TaskDefinition', 'via', 'its task'],
  ['AWS::ECS::TaskDefinition', ITSELF, 'ContainerDefinitions.Environment', 'use', 'its variables'],
  ['aws_apprunner_service', ITSELF, 'source_configuration', 'use', 'its variables'],
  [
    'azurerm_linux_function_app azurerm_windows_function_app azurerm_function_app azurerm_linux_web_app azurerm_windows_web_app azurerm_app_service',
    ITSELF,
    'app_settings',
    'use',
    'its settings',
  ],
  [
    'azurerm_linux_function_app azurerm_windows_function_app azurerm_linux_web_app azurerm_windows_web_app azurerm_app_service',
    ITSELF,
    'connection_string',
    'use',
    'a connection string',
  ],
  ['azurerm_container_app', ITSELF, 'template', 'use', 'its variables'],
  ['google_cloud_run_service google_cloud_run_v2_service google_cloud_run_v2_job', ITSELF, 'template', 'use', 'its variables'],
  ['google_cloudfunctions_function', ITSELF, 'environment_variables', 'use', 'its variables'],
  ['google_cloudfunctions2_function', ITSELF, 'service_config', 'use', 'its variables'],
  ['google_cloudfunctions2_function', ITSELF, 'event_trigger.pubsub_topic', 'Consumes', 'an event trigger'],
  // Permissions: from a program to its role, and from the role to its policies.
  ['aws_lambda_function', ITSELF, 'role', 'via', 'its role'],
  ['aws_ecs_task_definition', ITSELF, 'task_role_arn', 'via', 'its role'],
  ['aws_iam_role_policy', 'role', ITSELF, 'via', 'its role'],
  ['aws_iam_role_policy_attachment', 'role', 'policy_arn', 'via', 'its role'],
  ['AWS::Lambda::Function AWS::Serverless::Function', ITSELF, 'Role', 'via', 'its role'],
  ['AWS::ECS::TaskDefinition', ITSELF, 'TaskRoleArn', 'via', 'its role'],
  ['AWS::IAM::Policy AWS::IAM::ManagedPolicy', 'Roles', ITSELF, 'via', 'its role'],
  ['AWS::IAM::Role', ITSELF, 'ManagedPolicyArns', 'via', 'its role'],
];

const BY_TYPE = new Map<string, Row[]>();
for (const row of ROWS) for (const type of row[0].split(' ')) BY_TYPE.set(type, [...(BY_TYPE.get(type) ?? []), row]);

/** What a resource says of itself and of others. Links of a value in a variable, or of a permission, are suggestions. */
export function linksOf(resource: Linked): Link[] {
  const keysAt = (path: string): readonly string[] => (path === ITSELF ? [resource.key] : resource.references(path));
  return (BY_TYPE.get(resource.type) ?? []).flatMap(([, from, to, type, evidence]) =>
    keysAt(from).flatMap((source) =>
      keysAt(to).map((target) => ({
        source,
        target,
        type,
        evidence,
        isStated: type !== 'use' && type !== 'via',
        position: resource.position,
      })),
    ),
  );
}

/** How far a chain of roles, policies and target groups is followed. */
const LONGEST_CHAIN = 6;

/** Links between components: chains through what becomes no component are drawn together. The first use along a chain counts. */
export function contracted(links: readonly Link[], isComponent: (key: string) => boolean): Link[] {
  const bySource = grouped(links, ({ source }) => source);
  const found: Link[] = [];
  const follow = (start: string, from: Link, seen: ReadonlySet<string>): void => {
    if (isComponent(from.target)) {
      if (from.type !== 'via' && from.target !== start) found.push({ ...from, source: start });
      return;
    }
    if (seen.has(from.target) || seen.size > LONGEST_CHAIN) return;
    const further = new Set([...seen, from.target]);
    for (const next of bySource.get(from.target) ?? [])
      follow(start, from.type === 'via' ? next : { ...next, type: from.type, evidence: from.evidence, isStated: from.isStated }, further);
  };
  for (const source of bySource.keys())
    if (isComponent(source)) for (const link of bySource.get(source) ?? []) follow(source, link, new Set([source]));
  return found;
}
