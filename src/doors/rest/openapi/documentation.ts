/** A copy of the procedures for trpc-openapi: schemas get names, and what it cannot express (lists in a query) is described differently. */
import { z } from 'zod';
import { BlastRadiusAnswer } from '@/contract/blastRadius';
import { ChangeEntry } from '@/contract/changes';
import { Dependency } from '@/contract/dependency';
import { DeleteResult, ENTITY_REGISTRY } from '@/contract/entityKinds';
import { HealthSignalBatch, HealthSignalItems } from '@/contract/healthSignals';
import { Incident, IncidentSummary } from '@/contract/incidents';
import { Maintenance } from '@/contract/maintenance';
import { ManifestPlan } from '@/contract/manifest/plan';
import { ManifestApply, UndoResult } from '@/contract/manifest/applies';
import { SecurityRegister } from '@/contract/securityRegister';
import { Scenario, ScenarioComparison, ScenarioRun, ScenarioRunSummary } from '@/contract/savedScenarios';
import { ScenarioAnswer } from '@/contract/scenarios';
import { HealthSignalRecord } from '@/contract/signalHistory';
import { Tenant } from '@/contract/tenant';
import { WeakPoints } from '@/contract/weakPoints';
import { Webhook, WebhookDelivery, WebhookWithSecret } from '@/contract/webhooks';
import { innermost } from '@/doors/rest/queryCodec';
import { ROUTES, type Route } from '@/doors/rest/routes';
import { capitalised } from '@/plain/capitalised';

function pascal(text: string): string {
  return text.split(/[ -]/).map(capitalised).join('');
}

/** The names of schemas that are answered as they are or in a list. */
const NAMES: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  ...Object.values(ENTITY_REGISTRY).map(({ entity, singular }): [z.ZodType, string] => [entity, pascal(singular)]),
  [Dependency, 'Dependency'],
  [DeleteResult, 'DeleteResult'],
  [BlastRadiusAnswer, 'BlastRadius'],
  [WeakPoints, 'WeakPoints'],
  [ScenarioAnswer, 'ScenarioAnswer'],
  [Scenario, 'Scenario'],
  [ScenarioRun, 'ScenarioRun'],
  [ScenarioRunSummary, 'ScenarioRunSummary'],
  [ScenarioComparison, 'ScenarioComparison'],
  [ManifestPlan, 'ManifestPlan'],
  [ChangeEntry, 'Change'],
  [Incident, 'Incident'],
  [IncidentSummary, 'IncidentSummary'],
  [Maintenance, 'MaintenanceWindow'],
  [HealthSignalRecord, 'HealthSignalRecord'],
  [Tenant, 'Tenant'],
  [Webhook, 'Webhook'],
  [WebhookWithSecret, 'WebhookWithSecret'],
  [WebhookDelivery, 'WebhookDelivery'],
  [SecurityRegister, 'SecurityRegister'],
  [ManifestApply, 'ManifestApply'],
  [UndoResult, 'UndoResult'],
]);

const named = new Map<string, z.ZodType>();

function withName(schema: z.ZodType, name: string): z.ZodType {
  let copy = named.get(name);
  if (copy === undefined) {
    copy = schema.meta({ ...schema.meta(), id: name });
    named.set(name, copy);
  }
  return copy;
}

/** The schema with a description, if it has none of its own. */
function described(schema: z.ZodType, words: string): z.ZodType {
  return schema.meta()?.description === undefined ? schema.meta({ description: words }) : schema;
}

/** The output under its own name or that of its operation; pages name their items too. */
function documentedOutput({ name, output, facts }: Route): z.ZodType {
  // A feed is endless text, which has no schema.
  if (facts.answersFeed === true) return z.string();
  const own = NAMES.get(output);
  if (own !== undefined) return withName(output, own);
  const items = output instanceof z.ZodObject ? (output.shape.items as z.ZodType | undefined) : undefined;
  const item = items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
  const itemName = item === undefined ? undefined : NAMES.get(item);
  if (item === undefined || itemName === undefined || !(output instanceof z.ZodObject))
    return withName(described(output, `The answer of \`${facts.method} ${facts.path}\`.`), `${pascal(facts.operationId ?? name)}Answer`);
  const { description: order } = items?.meta() ?? {};
  const page = z.strictObject({ ...output.shape, items: z.array(withName(item, itemName)).meta({ description: order }) });
  return withName(page.meta({ description: 'One page of a list, and how to get the next one.' }), `${itemName}Page`);
}

/**
 * One parameter. Its description moves inside `optional`, where trpc-openapi looks; a list is described by its JSON schema, because
 * trpc-openapi rejects lists.
 */
function documentedParameter(schema: z.ZodType): z.ZodType {
  const inner = innermost(schema) as z.ZodType;
  const { $schema: _, ...list } = inner instanceof z.ZodArray ? z.toJSONSchema(inner, { io: 'input' }) : {};
  const said = { ...inner.meta(), ...schema.meta() } as Record<string, unknown>;
  const told =
    inner instanceof z.ZodArray
      ? z.string().meta({ ...said, override: { ...list, type: 'array' } } as Record<string, unknown>)
      : inner.meta(said);
  return schema.safeParse(undefined).success ? told.optional() : told;
}

/** Bodies that are accepted more loosely than documented, so that each item is refused separately. */
const BODIES: ReadonlyMap<z.ZodType, z.ZodType> = new Map([[HealthSignalItems, HealthSignalBatch]]);

function documentedInput({ input, body, codecs, pathParameters }: Route): z.ZodType {
  if (body === 'json') return BODIES.get(input) ?? input;
  const inUrl = Object.entries(input.shape as Record<string, z.ZodType>).filter(
    ([field]) => codecs.has(field) || pathParameters.includes(field),
  );
  return z.object(Object.fromEntries(inUrl.map(([field, schema]) => [field, documentedParameter(schema)])));
}

/**
 * Whether path and query hold everything besides the body. Such a route is given to trpc-openapi as GET, so that all of it becomes
 * parameters.
 */
export function takesBodyWhole({ body }: Route): boolean {
  return body === 'manifest' || body === 'payload';
}

/** The procedures in the shape of a router for trpc-openapi. */
export function documentedProcedures(): { _def: { procedures: Record<string, unknown> } } {
  const procedures = ROUTES.map((route) => {
    const { method, path, operationId, summary, description, tags } = route.facts;
    const openapi = { method: takesBodyWhole(route) ? 'GET' : method, path, operationId, summary, description, tags, errorResponses: [] };
    const definition = {
      type: route.type,
      meta: { openapi },
      inputs: [documentedInput(route)],
      output: documentedOutput(route),
      procedure: true,
    };
    return [route.name, { _def: definition }];
  });
  return { _def: { procedures: Object.fromEntries(procedures) as Record<string, unknown> } };
}
