/** Every importer that there is. The command line and the browser know no others; of two that recognise a file, the first one gets it. */
import type { Importer } from './importer';
import { ARCHIMATE } from './archimate/archimate';
import { BACKSTAGE } from './backstage/importBackstage';
import { CALM } from './calm/calm';
import { CATALOG } from './catalog/catalog';
import { CLOUDFORMATION } from './cloudformation/importCloudFormation';
import { COMPOSE } from './compose/importCompose';
import { KUBERNETES } from './kubernetes/importKubernetes';
import { LIKEC4 } from './likec4/likec4';
import { STRUCTURIZR } from './structurizr/structurizr';
import { TABLE } from './table/importTable';
import { TERRAFORM } from './terraform/importTerraform';

export const IMPORTERS: readonly Importer[] = [
  BACKSTAGE,
  COMPOSE,
  KUBERNETES,
  STRUCTURIZR,
  LIKEC4,
  TERRAFORM,
  CLOUDFORMATION,
  CALM,
  CATALOG,
  ARCHIMATE,
  TABLE,
];
