/** Every importer that there is. The command line and the browser know no others; of two that recognise a file, the first one gets it. */
import { BACKSTAGE } from './backstage/importBackstage';
import { COMPOSE } from './compose/importCompose';
import type { Importer } from './importer';
import { KUBERNETES } from './kubernetes/importKubernetes';

export const IMPORTERS: readonly Importer[] = [BACKSTAGE, COMPOSE, KUBERNETES];
