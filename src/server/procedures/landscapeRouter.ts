/** The landscape as the browser reads it: a picture, a component among its neighbours, a search over all kinds. */
import { z } from 'zod';
import { ComponentPlace, ComponentPlaceInput, FindEntitiesInput, FoundEntity, LandscapePicture, LandscapePictureInput } from '@/contract/landscapePicture';
import { findEntities, readComponentPlace, readPicture } from '@/server/landscape/readLandscape';
import { documentedAs } from './documentedAs';
import { procedure, router } from './init';

const read = { scope: 'read', role: 'Viewer' } as const;

export const landscapeRouter = router({
  picture: documentedAs(
    LandscapePicture,
    procedure({ access: read })
      .input(LandscapePictureInput)
      .query(({ ctx, input }) => readPicture(ctx.tenant, input)),
  ),
  component: procedure({ access: read })
    .input(ComponentPlaceInput)
    .output(ComponentPlace)
    .query(({ ctx, input }) => readComponentPlace(ctx.tenant, input.component)),
  find: procedure({ access: read })
    .input(FindEntitiesInput)
    .output(z.array(FoundEntity))
    .query(({ ctx, input }) => findEntities(ctx.tenant, input)),
});
