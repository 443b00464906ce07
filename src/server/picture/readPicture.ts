/** Reads the picture of a landscape, how the things on it look now, and the connections of one component. */
import type {
  Picture,
  PictureDifferences,
  PictureDifferencesInput,
  PictureInput,
  PictureLinks,
  PictureLinksInput,
  PictureMarks,
  PictureMarksInput,
  PictureMembers,
  PictureMembersInput,
} from '@/contract/picture';
import { MOST_MEMBERS_ADDED } from '@/contract/values/picture';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Landscape } from '@/domain/graph/landscape/views';
import { liveStates, NOTHING_LIVE } from '@/server/health/liveStates';
import { eachCompared, instantsOf, type Instants } from '@/server/graphs/differences';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import { comparedGraph } from '@/server/graphs/pastGraphs';
import { askThisGraph } from '@/server/graphs/askGraph';
import { graphAskedOf } from '@/server/impact/impactQuestion';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { byEndOfSupport, byExposure, byLifecycle, bySinglePoints, byTeam, byTier, type Colouring } from './colours';
import { readSupportEnds } from './endOfSupport';
import { keptPicture, plainInput } from './keptPictures';
import { layOutFirst } from './layOutFirst';
import { makePicture, type MadePicture } from './makePicture';
import { FoundDifferences } from './pictureDifferences';
import { linksOf } from './pictureLinks';
import { marksOf } from './pictureMarks';

const COLOURLESS: Colouring = { of: () => ({ colour: null, text: null }), legend: [] };
/** At least as new as the landscape was at the time of the call, or as of `at`. Throws 400 for an instant in the future. */
export async function readPicture(tenant: TenantDb, input: PictureInput): Promise<Picture> {
  return (await madePicture(tenant, input)).picture;
}

/** As of the last snapshot. A past landscape has no health. Colors by exposure are withheld from callers who may not see revenue. */
export async function readPictureMarks(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  { colourBy: asked, ...input }: PictureMarksInput,
  now = new Date(),
): Promise<PictureMarks> {
  const live = input.at === undefined && input.since === undefined ? await liveStates(tenant) : NOTHING_LIVE;
  const colourBy = asked ?? (live.reported.size > 0 ? 'health' : 'tier');
  const ends = colourBy === 'end-of-support' ? await readSupportEnds(tenant) : null;
  const made = await madePicture(tenant, input);
  const { graph, currency } = await landscapeAskedOf(tenant, input);
  const frame = { landscapeVersion: made.picture.landscapeVersion, colourBy };
  if (colourBy === 'exposure' && !canSeeRevenue) {
    const { marks, failing } = marksOf(graph, live, made, COLOURLESS);
    return { ...frame, marks, failing, legend: [], withheld: true };
  }
  const nodes = [...made.members.values()].flat().map((id) => graph.components.find(id));
  const all = new Set(nodes.filter((node) => node !== -1));
  const colouring = {
    health: () => null,
    tier: () => byTier(graph),
    lifecycle: () => byLifecycle(graph),
    team: () => byTeam(graph, all),
    'end-of-support': () => byEndOfSupport(graph, ends ?? new Map(), now),
    exposure: () => byExposure(graph, all, currency),
    'single-points': () => bySinglePoints(graph),
  }[colourBy]();
  return { ...frame, ...marksOf(graph, live, made, colouring), withheld: false };
}

/** Throws 404 for something that does not exist. */
export async function readPictureLinks(tenant: TenantDb, { thing, ...input }: PictureLinksInput): Promise<PictureLinks> {
  const made = await madePicture(tenant, input);
  const { graph } = await landscapeAskedOf(tenant, input);
  const node = graph.components.find(thing);
  if (node !== -1) return linksOf(graph, [node], input.filters, made);
  const application = graph.applications.indexOf(thing);
  if (application === -1) throw new AppError('not_found', 'There is no such component or application.');
  const nodes = [...graph.nodes()].filter((one) => graph.components.applicationOf(one) === application);
  return linksOf(graph, nodes, input.filters, made);
}

/** The components that these things stand for, in the order of the picture. */
export async function readPictureMembers(tenant: TenantDb, { things, ...input }: PictureMembersInput): Promise<PictureMembers> {
  const { members, picture } = await madePicture(tenant, input);
  const rows = picture.cards.flatMap((card) => card.rows);
  // A component or application may be drawn in several places, none of which has its own id.
  const placesOf = (thing: string) => rows.filter(({ of }) => of === thing).flatMap(({ id }) => members.get(id) ?? []);
  const all = new Set(things.flatMap((thing) => members.get(thing) ?? placesOf(thing)));
  return { componentIds: [...all].slice(0, MOST_MEMBERS_ADDED), total: all.size };
}

/** Throws 400 if `since` is later than `at`. */
export async function readPictureDifferences(tenant: TenantDb, input: PictureDifferencesInput): Promise<PictureDifferences> {
  const made = await madePicture(tenant, input);
  const { instants } = await landscapeAskedOf(tenant, input);
  if (instants === null) throw new Error('A comparison has two instants.');
  const found = new FoundDifferences(made);
  await eachCompared(tenant, instants, (one) => found.take(one));
  return found.told();
}

interface Asked {
  graph: Landscape;
  currency: string;
  /** Set for a comparison. */
  instants: Instants | null;
}

/** The present landscape, the landscape at `at`, or a comparison with `since`. A present one must be used before the next await. */
async function landscapeAskedOf(tenant: TenantDb, { at, since }: Pick<PictureInput, 'at' | 'since'>): Promise<Asked> {
  if (since === undefined) return { ...(await graphAskedOf(tenant, at)), instants: null };
  const instants = await instantsOf(tenant, { since, at });
  return { ...(await comparedGraph(tenant, instants)), instants };
}

/** A kept picture or a new one. */
async function madePicture(tenant: TenantDb, input: PictureInput): Promise<MadePicture> {
  const isPresent = input.at === undefined && input.since === undefined;
  const plain = plainInput(isPresent ? input : withoutHealth(input));
  const live = plain.filters.health === undefined ? null : await liveStates(tenant);
  const { domains } = await landscapeHead(tenant);
  const { graph, instants } = await landscapeAskedOf(tenant, input);
  const shown = instants === null ? String(graph.version) : `${instants.since.position} to ${instants.at.position}`;
  const name = `${shown} ${JSON.stringify(domains)}`;
  return keptPicture(tenant.tenantId, name, plain, live, () =>
    newPicture(tenant, { graph, live: live ?? NOTHING_LIVE, input: plain, domains }),
  );
}

/** A past landscape is shown without health, so it is not filtered by health either. */
function withoutHealth({ filters: { health: _health, ...filters }, ...input }: PictureInput): PictureInput {
  return { ...input, filters };
}

/**
 * Takes turns with the questions of other tenants. Does not end when its caller disconnects, because others may wait for the same picture.
 */
function newPicture({ tenantId, database }: TenantDb, asked: Parameters<typeof makePicture>[0]): Promise<MadePicture> {
  return makePicture(
    asked,
    (task) => layOutFirst(tenantId, task),
    (work) => askThisGraph(tenantDb(database, tenantId), asked.graph, work),
  );
}
