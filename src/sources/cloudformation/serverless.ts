/** What the functions of SAM say in short: events that call them, and policies by name. */
import type { DependencyType } from '@/domain/vocabulary';
import { POLICY_TEMPLATES } from '@/sources/infrastructure/actions';
import type { Link } from '@/sources/infrastructure/links';
import { grantsOf, type Statement } from '@/sources/infrastructure/policies';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located } from '@/sources/proposal/locatedYaml';
import { propertiesAt, type Template, type TemplateResource } from './template';

/** By the type of an event: the property that names what it comes from. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ['SQS', 'Queue'],
  ['Kinesis', 'Stream'],
  ['DynamoDB', 'Stream'],
  ['SNS', 'Topic'],
  ['S3', 'Bucket'],
  ['MSK', 'Stream'],
  ['MQ', 'Broker'],
  ['EventBridgeRule', 'EventBusName'],
]);
/** By the type of an event: the property that names its API, and the API that SAM makes where there is none. */
const APIS: ReadonlyMap<string, readonly [property: string, implicit: string]> = new Map([
  ['Api', ['RestApiId', 'ServerlessRestApi']],
  ['HttpApi', ['ApiId', 'ServerlessHttpApi']],
]);

export const IMPLICIT_APIS: readonly string[] = [...APIS.values()].map(([, implicit]) => implicit);

/** Links to and from a function or state machine by its events and policies. `keyOf` makes a key of a logical id. */
export function serverlessLinks(
  { logicalId, type, properties }: TemplateResource,
  template: Template,
  keyOf: (logicalId: string) => string,
): Link[] {
  if (!/^AWS::Serverless::(?:Function|StateMachine)$/.test(type)) return [];
  const events = fieldsOf(fieldOf(properties, 'Events')).flatMap(([name, event]) => {
    const kind = textOf(fieldOf(event, 'Type')) ?? '';
    const evidence = `its event ${name}`;
    const api = APIS.get(kind);
    if (api !== undefined) {
      const stated = fieldOf(event, 'Properties', api[0]);
      const sources = stated === undefined ? [api[1]] : template.referencesIn(stated);
      return sources.map((source) => link(source, logicalId, 'Calls', evidence, true, event));
    }
    const property = SOURCES.get(kind);
    const sources = property === undefined ? [] : template.referencesIn(fieldOf(event, 'Properties', property));
    return sources.map((source) => link(logicalId, source, 'Consumes', evidence, true, event));
  });
  const policies = fieldOf(properties, 'Policies');
  const named = [policies, ...itemsOf(policies)]
    .flatMap((one) => fieldsOf(one))
    .flatMap(([name, policy]) => {
      const [use, property] = POLICY_TEMPLATES.get(name) ?? [];
      if (use === undefined || property === undefined) return [];
      return template
        .referencesIn(fieldOf(policy, property))
        .map((target) => link(logicalId, target, use, `its policy ${name}`, false, policy));
    });
  return [...events, ...named].map((one) => ({ ...one, source: keyOf(one.source), target: keyOf(one.target) }));
}

function link(source: string, target: string, type: DependencyType, evidence: string, isStated: boolean, { position }: Located): Link {
  return { source, target, type, evidence, isStated, position };
}

/** Where resources of a type hold the statements of policies. */
const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ['AWS::Serverless::Function', 'Policies.Statement'],
  ['AWS::IAM::Role', 'Policies.PolicyDocument.Statement'],
  ['AWS::IAM::Policy', 'PolicyDocument.Statement'],
  ['AWS::IAM::ManagedPolicy', 'PolicyDocument.Statement'],
]);

/** What the written statements of a policy allow. */
export function grantLinks(
  { logicalId, type, properties, position }: TemplateResource,
  template: Template,
  keyOf: (logicalId: string) => string,
): Link[] {
  const path = STATEMENTS.get(type);
  if (path === undefined) return [];
  const lists = propertiesAt(properties, path);
  const statements = lists
    .flatMap((one) => (Array.isArray(one.value) ? itemsOf(one) : [one]))
    .map((one): Statement => {
      const actions = fieldOf(one, 'Action');
      return {
        isAllowed: textOf(fieldOf(one, 'Effect')) === 'Allow',
        actions: [actions, ...itemsOf(actions)].flatMap((action) => textOf(action) ?? []),
        resources: template.referencesIn(fieldOf(one, 'Resource')).map(keyOf),
      };
    });
  return grantsOf(keyOf(logicalId), statements, position);
}
