/** What a catalog file says about one thing, whatever tool it is of. */
import type { ComponentKind, LifecycleState, Runtime } from '@/domain/vocabulary';
import type { FoundLink, FreeField } from '@/sources/proposal/foundLinks';
import type { Located, Position } from '@/sources/proposal/locatedYaml';

export interface CatalogReference {
  /** As the tool writes it. */
  text: string;
  /** What the file says of the use. */
  isPubSub?: boolean;
  position: Position;
}

export interface CatalogEntry {
  tool: string;
  /** What references name it by, in lower case: its identifier first. */
  keys: readonly string[];
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  /** An application, or a component with its kind. */
  type: 'application' | { kind: ComponentKind; runtime?: Runtime; isBuildTime?: boolean };
  owner?: string | undefined;
  tier?: string | undefined;
  lifecycle?: string | undefined;
  /** The application that it is part of: a name, or the key of an entry. */
  application?: CatalogReference | undefined;
  /** Of an application: what it says that it consists of. */
  parts?: readonly CatalogReference[];
  dependsOn: readonly CatalogReference[];
  /** Pages elsewhere, and whom to contact. */
  links?: readonly FoundLink[];
  contact?: string | undefined;
  /** References that have no equivalent, and the reason. */
  others: readonly { reference: CatalogReference; why: string }[];
  position: Position;
}

export interface CatalogOptions {
  /** The relations of Port that mean "depends on". */
  portRelations: ReadonlySet<string>;
}

/** Catalog files of one tool. */
export interface CatalogTool {
  name: string;
  /** Of a file: how it shows that it is of this tool; null if it is not. Only looks at the text. */
  recognise(text: string): string | null;
  isOne(root: Located): boolean;
  /** The fields of an entry that are read, or say nothing. */
  fields: ReadonlySet<string>;
  /** Fields of an entry that have no equivalent, by the name under which they are counted. */
  known: ReadonlySet<string>;
  /** The same for fields that have fields: the names of those that are read. */
  nested?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of free fields, those that become links or a contact. */
  isHelp?(field: FreeField): boolean;
  read(root: Located, options: CatalogOptions): CatalogEntry;
  /** The part of a document whose fields are those of the entry, if not the whole. */
  inside?(root: Located): Located | undefined;
}

export const LIFECYCLES: ReadonlyMap<string, LifecycleState> = new Map([
  ['generallyavailable', 'Production'],
  ['limitedavailability', 'Pilot'],
  ['prealpha', 'Development'],
  ['prerelease', 'Pilot'],
]);

export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
