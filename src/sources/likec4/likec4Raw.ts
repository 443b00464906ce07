/** What LikeC4 files say, before names are resolved: the same for its language and for its JSON. */
import type { FoundLink } from '@/sources/proposal/foundLinks';
import type { Position } from '@/sources/proposal/locatedYaml';

export interface RawTexts {
  title?: string | undefined;
  description?: string | undefined;
  technology?: string | undefined;
  tags: string[];
  shape?: string | undefined;
  /** Of an element alone. */
  links?: FoundLink[];
  contact?: string | undefined;
}

export interface RawElement extends RawTexts {
  /** The names of all elements from the outermost to itself: `cloud.ui.dashboard`. */
  id: string;
  kind: string;
  position: Position;
}

export interface RawRelation extends RawTexts {
  /** As written: to be found from `scope`. */
  source: string;
  target: string;
  /** The id of the element whose block it is in; '' outside of any. */
  scope: string;
  kind?: string | undefined;
  position: Position;
}

/** A node of the deployment, or an instance in one. */
export interface RawNode extends RawTexts {
  id: string;
  kind: string;
  /** Of an instance: the element, as written. */
  element?: string | undefined;
  position: Position;
}

export interface RawModel {
  /** By kind of element: what the specification says of all of its elements. */
  kinds: Map<string, RawTexts & { notation?: string | undefined }>;
  /** The same by kind of relation, and by kind of deployment node. */
  relationKinds: Map<string, RawTexts>;
  nodeKinds: Map<string, RawTexts & { notation?: string | undefined }>;
  elements: RawElement[];
  relations: RawRelation[];
  nodes: RawNode[];
}

export const emptyModel = (): RawModel => ({
  kinds: new Map(),
  relationKinds: new Map(),
  nodeKinds: new Map(),
  elements: [],
  relations: [],
  nodes: [],
});
