/** What people open on the page of the manifest. */
import { TABLE_ENDINGS } from '@/client/tables/isTable';

/** Endings and types of files that can be chosen. */
export const MANIFEST_ENDINGS = `.yaml,.yml,.json,.dsl,.c4,.likec4,.xml,.template,application/yaml,application/json,text/yaml,${TABLE_ENDINGS}`;
