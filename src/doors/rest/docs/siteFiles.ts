/** The two files that all pages of the documentation share. They change with the version of the server alone. */
import { fileResponse } from '@/doors/http/fileResponse';
import { SITE_LOOK } from './siteLook';
import { SITE_SCRIPT } from './siteScript';

export function siteLook(request: Request): Response {
  return fileResponse(request, SITE_LOOK, { type: 'text/css' });
}

export function siteScript(request: Request): Response {
  return fileResponse(request, SITE_SCRIPT, { type: 'text/javascript' });
}
