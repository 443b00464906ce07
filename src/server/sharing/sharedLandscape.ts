/** Answers the landscape for a link: the picture as somebody looks at it, its colours, and the names of what it is filtered by and around. */
import type { LandscapeFilters } from '@/contract/landscapePicture';
import { lastInstant } from '@/contract/pastInstant';
import type { Picture, PictureMarksInput } from '@/contract/picture';
import type { SharedAnswer } from '@/contract/shareLinks';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { TenantDb } from '@/server/db/tenantDb';
import { graphAskedOf } from '@/server/impact/impactQuestion';
import { readFilterChoices } from '@/server/picture/readGroup';
import { readPicture, readPictureDifferences, readPictureMarks } from '@/server/picture/readPicture';

/** The kinds that a picture can be around; other groups are no entities. */
const SHOWN_AROUND = ['component', 'application', 'capability', 'hosting-zone'] as const;

type SharedLandscape = Extract<SharedAnswer, { page: 'landscape' }>;

export interface Asked {
  tenant: TenantDb;
  /** Sees revenue only if the link shows it. */
  principal: Principal;
  now: Date;
}

/** Throws 409 for a picture with nothing on it, and what the pictures of the page throw. */
export async function landscapeFor(
  { tenant, principal, now }: Asked,
  question: PictureMarksInput,
): Promise<{ title: string; content: SharedLandscape }> {
  const { colourBy, ...input } = question;
  const { at, since, filters } = input;
  const picture = await readPicture(tenant, input);
  if (picture.matching.components === 0)
    throw new AppError('conflict', 'There is nothing on this picture. Clear the filters, or look at something else, and share that.');
  const isColoured = since === undefined && (at === undefined || colourBy !== 'health');
  const [marks, differences, filterNames] = await Promise.all([
    isColoured ? readPictureMarks(tenant, principal, question, now) : null,
    since === undefined ? null : readPictureDifferences(tenant, { ...input, since }),
    namesIn(tenant, filters),
  ]);
  const around = question.question && { names: await namesOf(tenant, at, picture, question.question.around), hops: question.question.hops };
  return {
    title: titleOf(around?.names ?? [], filters),
    content: {
      page: 'landscape',
      picture,
      marks,
      differences,
      filters,
      filterNames,
      around,
      at: momentOf(at),
      since: momentOf(since),
    },
  };
}

function titleOf(around: readonly string[], filters: LandscapeFilters): string {
  if (around.length > 0) return around.join(', ');
  return Object.keys(filters).length > 0 ? 'Part of the landscape' : 'The whole landscape';
}

/** The moment that a question about the past asks about; null for the present. */
export function momentOf(instant: string | undefined): string | null {
  return instant === undefined ? null : lastInstant(instant).toISOString();
}

/** What people call these entities, and the groups among them that the picture has a card of. */
async function namesOf(tenant: TenantDb, at: string | undefined, { cards }: Picture, ids: readonly string[]): Promise<string[]> {
  const titles = new Map(cards.map(({ group, title }) => [group, title]));
  const { graph } = await graphAskedOf(tenant, at);
  return ids.flatMap((id) => {
    const [entity] = SHOWN_AROUND.flatMap((kind) => graph.findEntity(kind, id) ?? []);
    return entity?.name ?? titles.get(id) ?? [];
  });
}

async function namesIn(tenant: TenantDb, { zones = [], technologies = [] }: LandscapeFilters): Promise<Record<string, string>> {
  const asked = new Set([...zones, ...technologies]);
  if (asked.size === 0) return {};
  const choices = await readFilterChoices(tenant);
  const known = [...choices.zones, ...choices.technologies].filter(({ value }) => asked.has(value));
  return Object.fromEntries(known.map(({ value, name }) => [value, name]));
}
