/** What resources of clouds are: one table for Terraform and CloudFormation. What is not in it is counted, and becomes no component. */
import type { ComponentKind, Runtime } from '@/domain/vocabulary';

export interface ResourceType {
  kind: ComponentKind;
  runtime: Runtime;
}

/** By what runs them and what they are. Those of one line are much the same thing. */
const TYPES: Readonly<Partial<Record<Runtime, Partial<Record<ComponentKind, readonly string[]>>>>> = {
  Vm: {
    Other: [
      'aws_instance aws_spot_instance_request aws_lightsail_instance AWS::EC2::Instance AWS::Lightsail::Instance',
      'aws_autoscaling_group AWS::AutoScaling::AutoScalingGroup',
      'azurerm_linux_virtual_machine azurerm_windows_virtual_machine azurerm_virtual_machine',
      'azurerm_linux_virtual_machine_scale_set azurerm_windows_virtual_machine_scale_set azurerm_orchestrated_virtual_machine_scale_set',
      'google_compute_instance google_compute_instance_group_manager google_compute_region_instance_group_manager',
    ],
  },
  Serverless: {
    WebAPI: [
      'aws_lambda_function AWS::Lambda::Function AWS::Serverless::Function',
      'azurerm_function_app azurerm_linux_function_app azurerm_windows_function_app',
      'google_cloudfunctions_function google_cloudfunctions2_function google_cloud_run_service google_cloud_run_v2_service',
    ],
    ScheduledJob: ['google_cloud_run_v2_job aws_batch_job_definition AWS::Batch::JobDefinition'],
  },
  Containers: {
    WebAPI: [
      'aws_ecs_service AWS::ECS::Service aws_apprunner_service AWS::AppRunner::Service azurerm_container_app azurerm_container_group',
    ],
  },
  Managed: {
    WebApp: [
      'aws_elastic_beanstalk_environment AWS::ElasticBeanstalk::Environment aws_amplify_app AWS::Amplify::App azurerm_static_web_app azurerm_static_site',
      'azurerm_app_service azurerm_linux_web_app azurerm_windows_web_app google_app_engine_standard_app_version google_app_engine_flexible_app_version',
    ],
    Infrastructure: [
      'aws_eks_cluster AWS::EKS::Cluster azurerm_kubernetes_cluster google_container_cluster aws_emr_cluster AWS::EMR::Cluster google_dataproc_cluster',
      'aws_lb aws_alb aws_elb AWS::ElasticLoadBalancingV2::LoadBalancer AWS::ElasticLoadBalancing::LoadBalancer azurerm_lb azurerm_application_gateway google_compute_forwarding_rule google_compute_global_forwarding_rule',
      'aws_cloudfront_distribution AWS::CloudFront::Distribution azurerm_frontdoor azurerm_cdn_frontdoor_profile azurerm_cdn_profile aws_globalaccelerator_accelerator AWS::GlobalAccelerator::Accelerator azurerm_traffic_manager_profile',
      'aws_route53_zone AWS::Route53::HostedZone azurerm_dns_zone google_dns_managed_zone',
    ],
    Integration: [
      'aws_sfn_state_machine AWS::StepFunctions::StateMachine AWS::Serverless::StateMachine azurerm_logic_app_workflow google_workflows_workflow azurerm_data_factory',
      'aws_glue_job AWS::Glue::Job aws_mwaa_environment AWS::MWAA::Environment google_composer_environment aws_appflow_flow google_dataflow_job',
    ],
    Database: [
      'aws_db_instance aws_rds_cluster aws_rds_cluster_instance AWS::RDS::DBInstance AWS::RDS::DBCluster aws_rds_global_cluster',
      'aws_dynamodb_table AWS::DynamoDB::Table AWS::DynamoDB::GlobalTable AWS::Serverless::SimpleTable',
      'aws_docdb_cluster AWS::DocDB::DBCluster aws_neptune_cluster AWS::Neptune::DBCluster aws_keyspaces_table AWS::Cassandra::Table aws_timestreamwrite_table AWS::Timestream::Table',
      'aws_redshift_cluster AWS::Redshift::Cluster aws_redshiftserverless_workgroup AWS::RedshiftServerless::Workgroup aws_opensearch_domain aws_elasticsearch_domain AWS::OpenSearchService::Domain AWS::Elasticsearch::Domain',
      'azurerm_postgresql_server azurerm_postgresql_flexible_server azurerm_mysql_server azurerm_mysql_flexible_server azurerm_mariadb_server',
      'azurerm_mssql_database azurerm_mssql_managed_instance azurerm_sql_database azurerm_cosmosdb_account azurerm_kusto_cluster azurerm_synapse_workspace azurerm_search_service',
      'google_sql_database_instance google_spanner_instance google_bigtable_instance google_firestore_database google_alloydb_cluster google_bigquery_dataset',
    ],
    Cache: [
      'aws_elasticache_cluster aws_elasticache_replication_group aws_elasticache_serverless_cache AWS::ElastiCache::CacheCluster AWS::ElastiCache::ReplicationGroup AWS::ElastiCache::ServerlessCache',
      'aws_memorydb_cluster AWS::MemoryDB::Cluster aws_dax_cluster AWS::DAX::Cluster azurerm_redis_cache google_redis_instance google_redis_cluster google_memcache_instance',
    ],
    Storage: [
      'aws_s3_bucket AWS::S3::Bucket aws_efs_file_system AWS::EFS::FileSystem aws_fsx_lustre_file_system aws_fsx_ontap_file_system AWS::FSx::FileSystem',
      'azurerm_storage_account azurerm_netapp_volume google_storage_bucket google_filestore_instance',
    ],
    Queue: [
      'aws_sqs_queue AWS::SQS::Queue aws_mq_broker AWS::AmazonMQ::Broker azurerm_servicebus_namespace azurerm_servicebus_queue azurerm_storage_queue google_cloud_tasks_queue',
    ],
    EventBus: [
      'aws_sns_topic AWS::SNS::Topic aws_kinesis_stream AWS::Kinesis::Stream aws_cloudwatch_event_bus AWS::Events::EventBus aws_msk_cluster aws_msk_serverless_cluster AWS::MSK::Cluster AWS::MSK::ServerlessCluster',
      'aws_kinesis_firehose_delivery_stream AWS::KinesisFirehose::DeliveryStream azurerm_eventhub azurerm_eventhub_namespace azurerm_eventgrid_topic azurerm_servicebus_topic google_pubsub_topic',
    ],
    WebAPI: [
      'aws_api_gateway_rest_api aws_apigatewayv2_api AWS::ApiGateway::RestApi AWS::ApiGatewayV2::Api AWS::Serverless::Api AWS::Serverless::HttpApi aws_appsync_graphql_api AWS::AppSync::GraphQLApi AWS::Serverless::GraphQLApi',
      'azurerm_api_management google_api_gateway_gateway google_apigee_instance',
    ],
    Identity: [
      'aws_cognito_user_pool AWS::Cognito::UserPool azurerm_aadb2c_directory google_identity_platform_config aws_directory_service_directory AWS::DirectoryService::MicrosoftAD',
    ],
  },
};

const BY_TYPE = new Map<string, ResourceType>();
for (const [runtime, kinds] of Object.entries(TYPES) as [Runtime, Partial<Record<ComponentKind, readonly string[]>>][])
  for (const [kind, lines] of Object.entries(kinds) as [ComponentKind, readonly string[]][])
    for (const type of lines.join(' ').split(' ')) BY_TYPE.set(type, { kind, runtime });

/** Undefined for networks, permissions, alarms and everything else that nothing runs in. */
export function resourceTypeOf(type: string): ResourceType | undefined {
  return BY_TYPE.get(type);
}

/** Resources that are a part of another one, and the attribute that names it. */
export const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['aws_rds_cluster_instance', 'cluster_identifier'],
  ['AWS::RDS::DBInstance', 'DBClusterIdentifier'],
]);
