/** get_entity: everything recorded about one entity, and a component's neighbours. */
import { z } from 'zod';
import { ENTITY_REGISTRY, type EntityOf } from '@/contract/entityKinds';
import { guidOut } from '@/contract/fields';
import { contactOut, referencesOut } from '@/contract/references';
import { ComponentPlace, type Neighbour } from '@/contract/landscapePicture';
import { isReference, lacksHelp, shownHelp, type Reference } from '@/domain/references';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { bareCountOf } from '@/plain/counts';
import { entityInput, findEntity } from '@/doors/mcp/findEntity';
import { quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { pageInput, type AnswerList } from '@/doors/mcp/paging';
import { agentTool, pagedAnswer, pagedOutput, type AgentSession } from '@/doors/mcp/tool';

type Entity = EntityOf<EntityKind>;

const READERS: { readonly [Kind in EntityKind]: (session: AgentSession, id: string) => Promise<Entity> } = {
  application: ({ procedures }, idOrTechnicalName) => procedures.applications.get({ idOrTechnicalName }),
  component: ({ procedures }, idOrTechnicalName) => procedures.components.get({ idOrTechnicalName }),
  capability: ({ procedures }, idOrTechnicalName) => procedures.capabilities.get({ idOrTechnicalName }),
  process: ({ procedures }, idOrTechnicalName) => procedures.processes.get({ idOrTechnicalName }),
  'hosting-area': ({ procedures }, idOrTechnicalName) => procedures.hostingAreas.get({ idOrTechnicalName }),
  'hosting-zone': ({ procedures }, idOrTechnicalName) => procedures.hostingZones.get({ idOrTechnicalName }),
  technology: ({ procedures }, idOrTechnicalName) => procedures.technologies.get({ idOrTechnicalName }),
  segment: ({ procedures }, idOrTechnicalName) => procedures.segments.get({ idOrTechnicalName }),
  dataset: ({ procedures }, idOrTechnicalName) => procedures.datasets.get({ idOrTechnicalName }),
};

const { component: _component, ...surroundings } = ComponentPlace.shape;
const Surroundings = z.strictObject(surroundings);

const FromApplication = z
  .strictObject({ contact: contactOut.optional(), references: referencesOut.optional() })
  .meta({ description: "The contact and the references of a component's application, each only if the component has none of its own." });
type FromApplication = z.infer<typeof FromApplication>;

const EntityAnswer = z.strictObject({
  kind: z.enum(ENTITY_KINDS),
  ownerTeam: z.string().nullable().optional().meta({
    description:
      'The team to call; for a component, the team of its application. Null if none is recorded; absent for kinds without owners.',
  }),
  fromApplication: FromApplication.optional(),
  entity: z
    .looseObject({ id: guidOut, technicalName: z.string(), name: z.string() })
    .meta({ description: 'All fields of its kind, as in GET /{kinds}/{id}.' }),
  surroundings: Surroundings.optional().meta({
    description: 'For components: its application, what it depends on and what depends on it.',
  }),
});

interface Named {
  technicalName: string;
  name: string;
}

const named = (item: Named): string => `${quoteForAgents(item.technicalName)} (${quoteForAgents(item.name)})`;
const neighbour = ({ component, applicationName, dependencyType, mode, required }: Neighbour): string =>
  `${named(component)} of ${quoteForAgents(applicationName)}, ${dependencyType}, ${mode}, ${required ? 'required' : 'optional'}`;

/** What it last reported itself, and when. */
const lastReportWords = (last: ComponentPlace['live']['lastReport']): string =>
  last === null ? ', never reported' : `, last reported ${last.state} at ${last.at}${last.isStale ? ', stale' : ''}`;

const reference = ({ kind, label, url }: Reference): string => `${kind}: ${quoteForAgents(label)}, ${quoteForAgents(url)}`;

const LISTS: readonly AnswerList[] = [
  { path: 'fromApplication.references', line: reference },
  { path: 'surroundings.hostingZones', line: named },
  { path: 'surroundings.technologies', line: named },
  { path: 'surroundings.datasets', line: named },
  { path: 'surroundings.dependencies', line: neighbour },
  { path: 'surroundings.dependents', line: neighbour },
];

/** Lists of links are paged too. */
function linkLists(entity: object): AnswerList[] {
  return Object.entries(entity)
    .filter(([, value]) => Array.isArray(value))
    .map(([field]) => ({
      path: `entity.${field}`,
      line: (item: unknown) =>
        isReference(item) ? reference(item) : quoteForAgents(typeof item === 'string' ? item : JSON.stringify(item)),
    }));
}

/** Each plain field as a line, apart from the owner team, which has a line of its own; long texts are shown at some length. */
function fieldLines(entity: object): string[] {
  return Object.entries(entity)
    .filter(([field, value]) => value !== null && !Array.isArray(value) && field !== 'ownerTeam')
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? quoteForAgents(value, 600) : String(value)}`);
}

/** What a component has of its application; undefined if it has all of its own, or its application has nothing. */
async function inheritedBy({ procedures }: AgentSession, component: EntityOf<'component'>): Promise<FromApplication | undefined> {
  if (!lacksHelp(component)) return undefined;
  const application = await procedures.applications.get({ idOrTechnicalName: component.applicationId });
  const { inherited } = shownHelp(component, application);
  return inherited.length === 0 ? undefined : Object.fromEntries(inherited.map((field) => [field, application[field]]));
}

export const getEntityTool = agentTool({
  name: 'get_entity',
  title: 'Get an entity',
  description:
    'Everything recorded about one entity: an application with its owner team, contact, runbooks and other references, lifecycle and criticality; a component with its kind, runtime and owner team, what it depends on and what depends on it; and so on for all nine kinds.',
  scope: 'read',
  effect: 'reads',
  input: z.strictObject({ ...entityInput, ...pageInput }),
  output: pagedOutput(EntityAnswer),
  async call(session, input) {
    const { id, kind } = await findEntity(session, input.entity, input.kind);
    const entity = await READERS[kind](session, id);
    const answer: z.infer<typeof EntityAnswer> = { kind, ...('ownerTeam' in entity ? { ownerTeam: entity.ownerTeam } : {}), entity };
    const data = fieldLines(entity);
    const head = [`One ${ENTITY_REGISTRY[kind].singular}.`];
    if (kind === 'component') {
      const { component: _itself, ...around } = await session.procedures.landscape.component({ component: id });
      answer.surroundings = around;
      answer.ownerTeam = around.application.ownerTeam;
      const inherited = await inheritedBy(session, entity as EntityOf<'component'>);
      if (inherited !== undefined) answer.fromApplication = inherited;
      if (inherited?.contact != null) data.push(`contact of its application: ${quoteForAgents(inherited.contact, 600)}`);
      data.push(
        `health now: ${around.live.health}${around.live.isUnderMaintenance ? ', under maintenance' : ''}${around.live.isFlapping ? ', flapping' : ''}${lastReportWords(around.live.lastReport)}`,
      );
      data.push(`application: ${named(around.application)}`);
      head[0] = `One component; it depends on ${bareCountOf(around.counts.dependencies, 'other')}, and ${bareCountOf(around.counts.dependents, 'depends', 'depend')} on it.`;
      const unnamed = (['dependencies', 'dependents'] as const).filter((list) => around.counts[list] > around[list].length);
      if (unnamed.length > 0)
        head.push(
          `Only the first neighbours by name are listed: ${unnamed.map((list) => `${around[list].length} of ${around.counts[list]} ${list}`).join(', ')}. blast_radius names all.`,
        );
    }
    if (answer.ownerTeam !== undefined)
      data.push(`owner team: ${answer.ownerTeam === null ? 'not recorded' : quoteForAgents(answer.ownerTeam)}`);
    return pagedAnswer({ answer, lists: [...linkLists(entity), ...LISTS], tool: 'get_entity', input, version: entity.version, head, data });
  },
});
