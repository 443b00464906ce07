/** The one route of the backend: what Faultline knows of a catalog entity that the person may see. */
import type { HttpAuthService, PermissionsService } from '@backstage/backend-plugin-api';
import { InputError, NotAllowedError, NotFoundError } from '@backstage/errors';
import type { CatalogService } from '@backstage/plugin-catalog-node';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import {
  faultlineExposurePermission,
  faultlineNamesOf,
  faultlineReadPermission,
  type FaultlineAnswer,
} from '@faultline/backstage-plugin-common';
import type { Router } from 'express';
import PromiseRouter from 'express-promise-router';
import type { FaultlineClient } from './faultlineClient';
import { keepBriefly } from './keepBriefly';
import { readImpact, readTenantNow, type TenantNow } from './readImpact';
import type { FaultlineSettings } from './readSettings';

export interface RouterParts {
  settings: FaultlineSettings;
  client: FaultlineClient;
  httpAuth: HttpAuthService;
  permissions: PermissionsService;
  catalog: CatalogService;
}

const KEPT_MS = 5_000;
const MOST_KEPT = 1_000;
/** What a catalog allows in the parts of an entity reference. */
const PART = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export function createRouter({ settings, client, httpAuth, permissions, catalog }: RouterParts): Router {
  const nows = keepBriefly<TenantNow>(KEPT_MS, 1);
  const answers = keepBriefly<FaultlineAnswer>(KEPT_MS, MOST_KEPT);
  const now = (): Promise<TenantNow> => nows('', () => readTenantNow(client));

  const router = PromiseRouter();
  router.get('/entities/:kind/:namespace/:name/impact', async (request, response) => {
    const credentials = await httpAuth.credentials(request, { allow: ['user'] });
    const { kind, namespace, name } = request.params;
    if (![kind, namespace, name].every((part) => PART.test(part))) throw new InputError('This is no entity reference');
    const [mayRead, mayReadExposure] = await permissions.authorize(
      [{ permission: faultlineReadPermission }, { permission: faultlineExposurePermission }],
      { credentials },
    );
    if (mayRead?.result !== AuthorizeResult.ALLOW) throw new NotAllowedError('You may not see impact from Faultline');
    // With the person's own credentials: the catalog hides what this person may not see.
    const entity = await catalog.getEntityByRef({ kind, namespace, name }, { credentials });
    if (entity === undefined) throw new NotFoundError(`There is no entity ${kind}:${namespace}/${name}`);
    const names = faultlineNamesOf(entity);
    if (names === null) throw new NotFoundError(`Faultline keeps no live state of a ${kind}`);
    const answer = await answers(JSON.stringify(names), () => readImpact(names, { client, settings, now }));
    const showsExposure = settings.showExposure && mayReadExposure?.result === AuthorizeResult.ALLOW;
    response.set('cache-control', 'private, no-store').json(showsExposure ? answer : withoutExposure(answer));
  });
  return router;
}

function withoutExposure(answer: FaultlineAnswer): FaultlineAnswer {
  return answer.isKnown ? { ...answer, blastRadius: { ...answer.blastRadius, exposure: null } } : answer;
}
