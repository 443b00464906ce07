/** The laid out picture of a landscape, and what one component on it is joined to. */
import { type Picture, type PictureInput, type PictureLinks, type PictureLinksInput } from '@/contract/picture';
import { AppError } from '@/domain/errors';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { currentGraph } from '@/server/graphs/graphStore';
import { liveStates, type LiveStates } from '@/server/health/liveStates';
import type { TenantDb } from '@/server/tenantDb';
import { keptPicture, plainInput } from './keptPictures';
import { layOutFirst } from './layOutFirst';
import { makePicture, type MadePicture } from './makePicture';
import { linksOf } from './pictureLinks';
import { Subject } from './subject';

const NOTHING_LIVE: LiveStates = { impacted: new Map(), reported: new Set(), maintained: new Set(), rolledUp: new Map() };

/** At least as new as the landscape was when this was called. */
export async function readPicture(tenant: TenantDb, input: PictureInput): Promise<Picture> {
  const { made } = await madePicture(tenant, input);
  return made.picture;
}

/** Throws 404 for a component that is not there. */
export async function readPictureLinks(tenant: TenantDb, { component, ...input }: PictureLinksInput): Promise<PictureLinks> {
  const { made } = await madePicture(tenant, input);
  const { graph } = await currentGraph(tenant);
  const node = graph.components.find(component);
  if (node === -1) throw new AppError('not_found', 'There is no such component.');
  return linksOf(graph, node, input.filters, made);
}

/** The picture, kept or new, and the live states that it was asked with. */
async function madePicture(tenant: TenantDb, input: PictureInput): Promise<{ made: MadePicture }> {
  const plain = plainInput(input);
  const live = plain.filters.health === undefined ? null : await liveStates(tenant);
  const { graph } = await currentGraph(tenant);
  const made = keptPicture(tenant.tenantId, graph.version, plain, live, () =>
    newPicture(tenant.tenantId, graph, live ?? NOTHING_LIVE, plain),
  );
  return { made: await made };
}

/** Async, so that what goes wrong before anything waits is a rejection too. */
async function newPicture(tenantId: string, graph: LandscapeGraph, live: LiveStates, input: PictureInput): Promise<MadePicture> {
  return makePicture(new Subject(graph, live, input), (task) => layOutFirst(tenantId, task));
}
