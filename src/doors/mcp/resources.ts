/** What an agent can read without a question: the landscape in short, an application's page, the manifest schema, live impact. */
import { ResourceNotFoundError, ResourceTemplate, type McpServer, type ReadResourceResult } from '@modelcontextprotocol/server';
import { manifestJsonSchema } from '@/contract/manifest/jsonSchema';
import { CRITICALITY_TIERS } from '@/domain/vocabulary';
import { appErrorOf } from '@/server/procedures/appErrors';
import { DATA_NOTICE } from './quoteForAgents';
import { pagedAnswer, type AgentSession } from './tool';
import { SNAPSHOT_LISTS } from './tools/liveImpact';

const JSON_TYPE = 'application/json';
const MOST_CRITICAL = 20;
const SNAPSHOT_PATHS = SNAPSHOT_LISTS.map(({ path }) => path);

function contents(uri: URL, document: object): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(document) }] };
}

/** One page, with a note on how to get the rest. */
function shortened<Answer extends object>(answer: Answer, paths: readonly string[], tool: string): object {
  const lists = paths.map((path) => ({ path, line: () => '' }));
  return pagedAnswer({ answer, lists, tool, input: {}, version: 0, head: [] }).structured;
}

async function landscapeSummary({ procedures }: AgentSession): Promise<object> {
  const [tenant, entities, dependencies, critical, ...tiers] = await Promise.all([
    procedures.tenant.get({}),
    procedures.landscape.search({ search: '', offset: 0, limit: 1 }),
    procedures.dependencies.list({ limit: 1 }),
    procedures.applications.list({ criticalityTier: ['MissionCritical'], limit: MOST_CRITICAL }),
    ...CRITICALITY_TIERS.map((tier) => procedures.applications.list({ criticalityTier: [tier], limit: 1 })),
  ]);
  const totalOf = ({ total, totalIsMinimum }: { total: number; totalIsMinimum?: true | undefined }): number | string =>
    totalIsMinimum === true ? `more than ${total}` : total;
  return {
    notice: DATA_NOTICE,
    tenant: { name: tenant.name, plan: tenant.plan, currency: tenant.currency },
    landscapeVersion: tenant.landscapeVersion,
    entities: entities.counts,
    dependencies: totalOf(dependencies),
    applicationsByTier: Object.fromEntries(CRITICALITY_TIERS.map((tier, index) => [tier, totalOf(tiers[index] ?? { total: 0 })])),
    missionCriticalApplications: critical.items.map(({ technicalName, name, ownerTeam, lifecycleState }) => ({
      technicalName,
      name,
      ownerTeam,
      lifecycleState,
    })),
    missionCriticalNotListed: Math.max(0, critical.total - critical.items.length),
  };
}

/** The application with its components, and what its failure would reach. */
async function applicationPage({ procedures }: AgentSession, technicalName: string): Promise<object> {
  const application = await procedures.applications.get({ idOrTechnicalName: technicalName });
  const components = await procedures.components.list({ applicationId: application.id, limit: 200 });
  const radius = await procedures.impact.blastRadius({
    entityId: application.id,
    entityType: 'application',
    direction: 'downstream',
    componentLimit: 0,
  });
  const page = {
    application,
    components: components.items.map(({ id, technicalName: of, name, kind, runtime, isExternal }) => ({
      id,
      technicalName: of,
      name,
      kind,
      runtime,
      isExternal,
    })),
    componentCount: components.total,
    ifItFails: {
      affectedCounts: radius.affectedCounts,
      counts: radius.counts,
      notRecorded: radius.completeness.notRecorded,
      applications: radius.applications,
      audiences: radius.audiences,
    },
  };
  const lists = ['ifItFails.applications', 'ifItFails.audiences', 'components', 'application.references'];
  return shortened(page, lists, 'application page');
}

function oneOf(value: string | string[] | undefined): string {
  return decodeURIComponent(Array.isArray(value) ? value.join('/') : (value ?? ''));
}

export function addResources(server: McpServer, session: AgentSession): void {
  server.registerResource(
    'manifest-schema',
    'faultline://manifest-schema',
    {
      title: 'Manifest schema',
      description: 'The JSON Schema of manifests, version 1, for preview_manifest and apply_manifest.',
      mimeType: 'application/schema+json',
      cacheHint: { ttlMs: 3_600_000 },
    },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'application/schema+json', text: manifestJsonSchema() }] }),
  );
  if (!session.caller.scopes.includes('read')) return;
  server.registerResource(
    'landscape',
    'faultline://landscape',
    {
      title: 'The landscape in short',
      description: 'How many entities of each kind there are, applications by criticality, and the most critical ones.',
      mimeType: JSON_TYPE,
    },
    async (uri) => contents(uri, await landscapeSummary(session)),
  );
  server.registerResource(
    'snapshot',
    'faultline://snapshot',
    {
      title: 'Live impact',
      description: 'What is broken right now, one page of it; the tool impact_snapshot gives the rest.',
      mimeType: JSON_TYPE,
    },
    async (uri) => contents(uri, shortened(await session.procedures.health.snapshot({}), SNAPSHOT_PATHS, 'impact_snapshot')),
  );
  const complete = async (value: string): Promise<string[]> =>
    (await session.procedures.landscape.find({ search: value, kinds: ['application'], limit: 50 })).map(
      ({ technicalName }) => technicalName,
    );
  server.registerResource(
    'application',
    new ResourceTemplate('faultline://applications/{technicalName}', { list: undefined, complete: { technicalName: complete } }),
    {
      title: 'An application',
      description:
        "An application's page: who owns it, its components, and what its failure would reach. find_entities lists the technicalNames.",
      mimeType: JSON_TYPE,
    },
    async (uri, { technicalName }) => {
      try {
        return contents(uri, await applicationPage(session, oneOf(technicalName)));
      } catch (error) {
        if (appErrorOf(error).code === 'not_found') throw new ResourceNotFoundError(uri.href);
        throw error;
      }
    },
  );
}
