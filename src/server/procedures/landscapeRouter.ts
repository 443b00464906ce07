/** The landscape for the browser and agents: a picture, a component with its neighbors, and searches over all kinds. */
import { z } from 'zod';
import { EntityNames, EntityNamesInput } from '@/contract/bulk';
import { EntityStanding, EntityStandingsInput } from '@/contract/entityStanding';
import {
  ComponentPlace,
  ComponentPlaceInput,
  EntitySearch,
  EntitySearchInput,
  FilterChoices,
  FindEntitiesInput,
  FoundEntity,
  LandscapeGroup,
  LandscapeGroupInput,
  LandscapePicture,
  LandscapePictureInput,
  LandscapeRows,
  LandscapeRowsInput,
  ResolvedEntity,
  ResolveEntityInput,
} from '@/contract/landscapePicture';
import { Differences, DifferencesInput } from '@/contract/landscapeDifferences';
import { PackedMarks, PackedPicture } from '@/contract/packedPicture';
import { packMarks, packPicture } from '@/contract/values/packPicture';
import {
  PictureDifferences,
  PictureDifferencesInput,
  PictureInput,
  PictureLinks,
  PictureLinksInput,
  PictureMarksInput,
  PictureMembers,
  PictureMembersInput,
} from '@/contract/picture';
import { FormerNames, FormerNamesInput } from '@/contract/formerNames';
import { readEntityStandings } from '@/server/overview/entityStandings';
import { readDifferences } from '@/server/graphs/differences';
import { listFormerNames } from '@/server/landscape/formerNames';
import { readEntityNames } from '@/server/landscape/entityNames';
import { findEntities, resolveEntity, searchEntities } from '@/server/landscape/findEntities';
import { readFilterChoices, readGroup } from '@/server/picture/readGroup';
import { readPicture, readPictureDifferences, readPictureLinks, readPictureMarks, readPictureMembers } from '@/server/picture/readPicture';
import { readComponentPlace, readContents, readLandscapeRows } from '@/server/picture/readLandscape';
import { documentedAs } from './documentedAs';
import { READ, procedure, router } from './init';

export const landscapeRouter = router({
  contents: documentedAs(
    LandscapePicture,
    procedure({ access: READ })
      .input(LandscapePictureInput)
      .query(({ ctx, input }) => readContents(ctx.tenant, input)),
  ),
  rows: documentedAs(
    LandscapeRows,
    procedure({ access: READ })
      .input(LandscapeRowsInput)
      .query(({ ctx, input }) => readLandscapeRows(ctx.tenant, input)),
  ),
  picture: documentedAs(
    PackedPicture,
    procedure({ access: READ })
      .input(PictureInput)
      .query(async ({ ctx, input }) => packPicture(await readPicture(ctx.tenant, input))),
  ),
  pictureMarks: documentedAs(
    PackedMarks,
    procedure({ access: READ })
      .input(PictureMarksInput)
      .query(async ({ ctx, input }) => packMarks(await readPictureMarks(ctx.tenant, ctx.principal, input))),
  ),
  pictureLinks: procedure({ access: READ })
    .input(PictureLinksInput)
    .output(PictureLinks)
    .query(({ ctx, input }) => readPictureLinks(ctx.tenant, input)),
  pictureMembers: procedure({ access: READ })
    .input(PictureMembersInput)
    .output(PictureMembers)
    .query(({ ctx, input }) => readPictureMembers(ctx.tenant, input)),
  pictureDifferences: procedure({ access: READ })
    .input(PictureDifferencesInput)
    .output(PictureDifferences)
    .query(({ ctx, input }) => readPictureDifferences(ctx.tenant, input)),
  differences: procedure({ access: READ })
    .input(DifferencesInput)
    .output(Differences)
    .query(({ ctx, input }) => readDifferences(ctx.tenant, ctx.principal, input)),
  component: procedure({ access: READ })
    .input(ComponentPlaceInput)
    .output(ComponentPlace)
    .query(({ ctx, input }) => readComponentPlace(ctx.tenant, input.component)),
  group: procedure({ access: READ })
    .input(LandscapeGroupInput)
    .output(LandscapeGroup)
    .query(({ ctx, input }) => readGroup(ctx.tenant, input)),
  formerNames: procedure({ access: READ })
    .input(FormerNamesInput)
    .output(FormerNames)
    .query(({ ctx, input }) => listFormerNames(ctx.tenant, input)),
  filterChoices: procedure({ access: READ })
    .input(z.strictObject({}))
    .output(FilterChoices)
    .query(({ ctx }) => readFilterChoices(ctx.tenant)),
  find: procedure({ access: READ })
    .input(FindEntitiesInput)
    .output(z.array(FoundEntity))
    .query(({ ctx, input }) => findEntities(ctx.tenant, input)),
  search: procedure({ access: READ })
    .input(EntitySearchInput)
    .output(EntitySearch)
    .query(({ ctx, input }) => searchEntities(ctx.tenant, input)),
  names: procedure({ access: READ })
    .input(EntityNamesInput)
    .output(EntityNames)
    .query(({ ctx, input }) => readEntityNames(ctx.tenant, input)),
  standings: procedure({ access: READ })
    .input(EntityStandingsInput)
    .output(z.array(EntityStanding))
    .query(({ ctx, input }) => readEntityStandings(ctx.tenant, ctx.plan, ctx.principal, input)),
  resolve: procedure({ access: READ })
    .input(ResolveEntityInput)
    .output(ResolvedEntity)
    .query(({ ctx, input }) => resolveEntity(ctx.tenant, input)),
});
