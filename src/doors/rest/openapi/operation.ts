/** Completes one operation of the document: header parameters, bodies, every status with its headers, scope and examples. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { REGISTER_CSV_HEAD } from '@/domain/register/registerCsv';
import { MANIFEST_TYPES } from '@/doors/rest/input';
import type { Route } from '@/doors/rest/routes';
import { ref, type Json, type MediaType, type Operation, type Parameter } from './documentShape';
import {
  BLAST_RADIUS_EXAMPLE,
  BULK_DELETE_EXAMPLE,
  BULK_UPDATE_EXAMPLE,
  CHANGE_EXAMPLE,
  DELETE_EXAMPLE,
  DEPENDENCY_EXAMPLE,
  ENTITY_EXAMPLES,
  EVENT_FEED_EXAMPLE,
  SECURITY_REGISTER_EXAMPLE,
  TENANT_EXAMPLE,
  UNDO_EXAMPLE,
  answered,
  pageOf,
  type Example,
} from './examples';
import { MANIFEST_APPLY_EXAMPLE, MANIFEST_EXAMPLE, MANIFEST_JSON_EXAMPLE, MANIFEST_PLAN_EXAMPLE } from './manifestExamples';
import {
  ACCEPTED_SIGNAL_EXAMPLE,
  ALERT_EXAMPLE,
  HEALTH_IMPACT_EXAMPLE,
  IMPACT_SNAPSHOT_EXAMPLE,
  SIGNAL_EXAMPLE,
  SIGNAL_RESULTS_EXAMPLE,
} from './healthExamples';
import { INCIDENT_EXAMPLES } from './incidentExamples';
import { manifestJson, manifestYaml } from './manifestSchemas';
import { refusalResponses } from './refusals';
import { SCENARIO_EXAMPLES } from './scenarioExamples';
import { IMPACT_EXPLANATION_EXAMPLE, TREND_EXAMPLE, WEAK_POINTS_EXAMPLE, WEAK_POINT_SUMMARY_EXAMPLE } from './weakPointExamples';
import { SUBSCRIPTION_EXAMPLES } from './subscriptionExamples';
import { WEBHOOK_EXAMPLES } from './webhookExamples';

/** Where parts that several operations share are collected. */
export interface Shared {
  schemas: Record<string, Json>;
  responses: Record<string, Json>;
}

type Examples = Readonly<Record<string, { request?: unknown; response: unknown }>>;

/** Those of the five procedures of a noun. */
function examplesOfNoun(noun: string, example: Example): Examples {
  const whole = answered(example);
  return {
    [`${noun}.create`]: { request: example.create, response: whole },
    [`${noun}.list`]: { response: pageOf(whole) },
    [`${noun}.get`]: { response: whole },
    [`${noun}.update`]: { request: example.patch, response: { ...whole, ...example.patch, version: 2 } },
    [`${noun}.delete`]: { response: DELETE_EXAMPLE },
  };
}

/** Examples by procedure name. */
const EXAMPLES: Examples = {
  ...Object.values(ENTITY_REGISTRY).reduce<Examples>((all, { kind, path }) => {
    const noun = path.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return { ...all, ...examplesOfNoun(noun, ENTITY_EXAMPLES[kind]) };
  }, {}),
  ...examplesOfNoun('dependencies', DEPENDENCY_EXAMPLE),
  'dependencies.setRedundancyMinimum': {
    request: { redundancyMinimum: 1 },
    response: {
      componentId: DEPENDENCY_EXAMPLE.create.sourceComponentId,
      component: 'checkout',
      name: 'order-replicas',
      redundancyMinimum: 1,
      targetCount: 1,
      dependencies: [{ ...answered(DEPENDENCY_EXAMPLE), redundancyGroup: 'order-replicas', redundancyMinimum: 1 }],
    },
  },
  'dependencies.delete': {
    response: {
      deleted: [{ kind: 'dependency', id: DEPENDENCY_EXAMPLE.filled.id, technicalName: 'checkout → order-db (ReadsWrites)' }],
      unlinked: [],
    },
  },
  'bulk.update': BULK_UPDATE_EXAMPLE,
  'bulk.delete': BULK_DELETE_EXAMPLE,
  'impact.blastRadius': { response: BLAST_RADIUS_EXAMPLE },
  'impact.explain': { response: IMPACT_EXPLANATION_EXAMPLE },
  'weakPoints.summary': { response: WEAK_POINT_SUMMARY_EXAMPLE },
  'home.trend': { response: TREND_EXAMPLE },
  'weakPoints.find': { response: WEAK_POINTS_EXAMPLE },
  ...SCENARIO_EXAMPLES,
  'health.push': { request: SIGNAL_EXAMPLE, response: ACCEPTED_SIGNAL_EXAMPLE },
  'health.pushMany': {
    request: {
      signals: [
        { component: 'order-db', ...SIGNAL_EXAMPLE },
        { component: 'ordr-db', state: 'Healthy' },
      ],
    },
    response: SIGNAL_RESULTS_EXAMPLE,
  },
  'health.pushFrom': {
    request: ALERT_EXAMPLE,
    response: {
      results: [{ index: 0, status: 202, signalId: SIGNAL_RESULTS_EXAMPLE.results[0]?.signalId }],
      parts: [{ path: 'alerts[0]', outcome: 'Accepted', signalId: SIGNAL_RESULTS_EXAMPLE.results[0]?.signalId, reason: null }],
      issues: [],
      ignored: 0,
      unmatched: 0,
    },
  },
  'health.snapshot': { response: IMPACT_SNAPSHOT_EXAMPLE },
  'health.metrics': {
    response:
      '# HELP faultline_capability_state The state of each capability that is not healthy: 0 Healthy, 1 Warning, 2 Degraded, 3 Outage.\n# TYPE faultline_capability_state gauge\nfaultline_capability_state{capability="order-fulfilment"} 3\n',
  },
  'health.healthImpact': { response: HEALTH_IMPACT_EXAMPLE },
  ...INCIDENT_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  'events.feed': { response: EVENT_FEED_EXAMPLE },
  'changes.list': { response: pageOf(CHANGE_EXAMPLE) },
  'changes.undo': { response: { ...UNDO_EXAMPLE, manifest: null } },
  'securityRegister.list': { response: SECURITY_REGISTER_EXAMPLE },
  'securityRegister.file': { response: REGISTER_CSV_HEAD },
  'tenant.get': { response: TENANT_EXAMPLE },
  'manifest.preview': { request: MANIFEST_EXAMPLE, response: MANIFEST_PLAN_EXAMPLE },
  'manifest.applyNow': { request: MANIFEST_EXAMPLE, response: MANIFEST_PLAN_EXAMPLE },
  'manifest.export': { response: 'version: 1\nname: export\ntechnologies:\n  - technicalName: postgres\n    name: PostgreSQL\n' },
  'manifestApplies.list': { response: pageOf(MANIFEST_APPLY_EXAMPLE) },
  'manifestApplies.previewUndo': { response: { ...UNDO_EXAMPLE, isPreview: true, changeSetId: null, landscapeVersion: 42 } },
  'manifestApplies.undo': { response: UNDO_EXAMPLE },
};

/** The examples of a route; a test requires them for every route. */
export function examplesOf({ name }: Route): { request?: unknown; response?: unknown } {
  return EXAMPLES[name] ?? {};
}

export function completeOperation(route: Route, generated: Operation, shared: Shared): Operation {
  const { scope } = route.meta.access;
  const { responses: _, requestBody: generatedBody, ...rest } = generated;
  const requestBody = bodyOf(route, generatedBody, shared);
  return {
    ...rest,
    description: `${rest.description === undefined ? '' : `${String(rest.description)}\n\n`}Needs the scope \`${scope}\`.`,
    security: [{ apiKey: scope === null || scope === 'any' ? [] : [scope] }],
    'x-required-scope': scope,
    parameters: [...(rest.parameters ?? []).map((parameter) => completeParameter(parameter as Parameter)), ...headerParameters(route)],
    ...(requestBody === null ? {} : { requestBody }),
    responses: { ...successResponses(route, generated), ...refusalResponses(route, shared.responses) },
  };
}

function completeParameter(parameter: Parameter): Parameter {
  const { description, example, ...schema } = parameter.schema ?? {};
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  };
}

function headerParameters({ type, facts }: Route): { $ref: string }[] {
  const names = ['RequestId', 'ApiVersion'];
  if (type === 'mutation' && facts.method === 'POST') names.push('IdempotencyKey');
  if (facts.takesIfMatch === true) names.push('IfMatch');
  if (facts.hasETag === true && facts.method === 'GET') names.push('IfNoneMatch');
  return names.map((name) => ref('parameters', name));
}

function bodyOf(route: Route, generated: Operation['requestBody'], shared: Shared): Operation['requestBody'] | null {
  const { request } = examplesOf(route);
  if (route.body === 'none') return null;
  if (route.body === 'manifest') {
    const json = manifestJson(MANIFEST_JSON_EXAMPLE);
    // JSON first, because generators take the first.
    const types = [...MANIFEST_TYPES].sort((a, b) => Number(b === 'application/json') - Number(a === 'application/json'));
    const content = types.map((type) => [type, type === 'application/json' ? json : manifestYaml(type, request)]);
    return { required: true, content: Object.fromEntries(content) as Record<string, MediaType> };
  }
  if (route.body === 'payload')
    return {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', description: 'The payload as the monitoring system documents it.' },
          example: request,
        },
      },
    };
  const schema = generated?.content['application/json']?.schema;
  // Such a route takes everything from its path.
  if (schema === undefined) return null;
  const name = `${route.facts.operationId?.replace(/^./, (letter) => letter.toUpperCase()) ?? route.name}Request`;
  shared.schemas[name] = { description: `The body of \`${route.facts.method} ${route.facts.path}\`.`, ...schema };
  return { required: route.isBodyRequired, content: { 'application/json': { schema: { ...ref('schemas', name) }, example: request } } };
}

function successResponses(route: Route, generated: Operation): Record<string, Json> {
  const { facts, type } = route;
  const names = ['API-Version', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  if (facts.hasETag === true) names.push('ETag');
  if (facts.location !== undefined) names.push('Location');
  if (type === 'mutation' && facts.method === 'POST') names.push('Idempotent-Replayed');
  const headers = Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
  const status = String(facts.status ?? 200);
  const responses: Record<string, Json> = {
    [status]: { description: DESCRIPTIONS[status] ?? 'Done.', headers, content: contentOf(route, generated) },
  };
  if (facts.hasETag === true && facts.method === 'GET') responses['304'] = { description: 'Your copy is still current.', headers };
  return responses;
}

function contentOf(route: Route, generated: Operation): Record<string, MediaType> {
  const { response } = examplesOf(route);
  const example = response === undefined ? {} : { example: response };
  const { facts } = route;
  const { answersFile } = facts;
  if (answersFile === 'application/yaml') return { [answersFile]: manifestYaml(answersFile, response) };
  if (answersFile !== undefined) return { [answersFile]: { schema: { type: 'string' }, ...example } };
  if (facts.answersFeed === true) return { 'text/event-stream': { schema: { type: 'string' }, ...example } };
  const json = (generated.responses['200'] as { content: Record<string, MediaType> }).content['application/json'];
  if (json === undefined) throw new Error(`${route.name} has no answer in the document.`);
  const file: Record<string, MediaType> =
    facts.alsoAnswersFile === undefined ? {} : { [facts.alsoAnswersFile]: { schema: { type: 'string' } } };
  return { 'application/json': { schema: json.schema, ...example }, ...file };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '201': 'Created; the whole entity.',
  '202': 'Accepted; processing follows.',
};
