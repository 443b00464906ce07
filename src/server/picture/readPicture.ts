/** The laid out picture of a landscape, how what is on it looks now, and what one component on it is joined to. */
import type { Picture, PictureInput, PictureLinks, PictureLinksInput, PictureMarks, PictureMarksInput } from '@/contract/picture';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { liveStates, type LiveStates } from '@/server/health/liveStates';
import { graphAskedOf } from '@/server/impact/impactQuestion';
import type { TenantDb } from '@/server/tenantDb';
import { byEndOfSupport, byExposure, byLifecycle, bySinglePoints, byTeam, byTier, type Colouring } from './colours';
import { readSupportEnds } from './endOfSupport';
import { keptPicture, plainInput } from './keptPictures';
import { layOutFirst } from './layOutFirst';
import { makePicture, type MadePicture } from './makePicture';
import { linksOf } from './pictureLinks';
import { marksOf } from './pictureMarks';
import { Subject } from './subject';

const COLOURLESS: Colouring = { of: () => ({ colour: null, text: null }), legend: [] };
const NOTHING_LIVE: LiveStates = {
  impacted: new Map(),
  causes: new Set(),
  reported: new Set(),
  flapping: new Set(),
  maintained: new Set(),
  rolledUp: new Map(),
};

/** At least as new as the landscape was when this was called, or that of `at`. Throws 400 for an instant that is still to come. */
export async function readPicture(tenant: TenantDb, input: PictureInput): Promise<Picture> {
  const { made } = await madePicture(tenant, input);
  return made.picture;
}

/** As of the last snapshot; of a past landscape without health. Colours by exposure are withheld from those who may not see revenue. */
export async function readPictureMarks(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  { colourBy, ...input }: PictureMarksInput,
  now = new Date(),
): Promise<PictureMarks> {
  const live = input.at === undefined ? await liveStates(tenant) : NOTHING_LIVE;
  const ends = colourBy === 'end-of-support' ? await readSupportEnds(tenant) : null;
  const { made } = await madePicture(tenant, input);
  const { graph, currency } = await graphAskedOf(tenant, input.at);
  const frame = { landscapeVersion: made.picture.landscapeVersion, colourBy };
  if (colourBy === 'exposure' && !canSeeRevenue) {
    const { marks } = marksOf(graph, live, made, COLOURLESS);
    return { ...frame, marks, legend: [], withheld: true };
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

/** Throws 404 for a component that is not there. */
export async function readPictureLinks(tenant: TenantDb, { component, ...input }: PictureLinksInput): Promise<PictureLinks> {
  const { made } = await madePicture(tenant, input);
  const { graph } = await graphAskedOf(tenant, input.at);
  const node = graph.components.find(component);
  if (node === -1) throw new AppError('not_found', 'There is no such component.');
  return linksOf(graph, node, input.filters, made);
}

/** The picture, kept or new, and the live states that it was asked with. */
async function madePicture(tenant: TenantDb, input: PictureInput): Promise<{ made: MadePicture }> {
  const { at } = input;
  const plain = plainInput(at === undefined ? input : withoutHealth(input));
  const live = plain.filters.health === undefined ? null : await liveStates(tenant);
  const { graph } = await graphAskedOf(tenant, at);
  const made = keptPicture(tenant.tenantId, graph.version, plain, live, () =>
    newPicture(tenant.tenantId, graph, live ?? NOTHING_LIVE, plain),
  );
  return { made: await made };
}

/** A past landscape is shown without health, so it is not filtered by it either. */
function withoutHealth({ filters: { health: _health, ...filters }, ...input }: PictureInput): PictureInput {
  return { ...input, filters };
}

/** Async, so that what goes wrong before anything waits is a rejection too. */
async function newPicture(tenantId: string, graph: LandscapeGraph, live: LiveStates, input: PictureInput): Promise<MadePicture> {
  return makePicture(new Subject(graph, live, input), (task) => layOutFirst(tenantId, task));
}
