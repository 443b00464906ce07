/** The attribute byte of an edge, which way failure travels along the edge, and how much of a failure it passes on. */
import { DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import type { DependencyMode, DependencyType } from '@/domain/vocabulary';

/**
 * Which way failure travels along a dependency, by type. The source depends on the target, so a failure of the target reaches the source:
 * also for Writes and Publishes (the writer cannot finish its work) and TrafficFlow (the sender has nowhere to send). Change it only here.
 */
export const FAILURE_TRAVELS: Record<DependencyType, 'target to source' | 'source to target'> = {
  Calls: 'target to source',
  Reads: 'target to source',
  Writes: 'target to source',
  ReadsWrites: 'target to source',
  Publishes: 'target to source',
  Consumes: 'target to source',
  PubSub: 'target to source',
  TrafficFlow: 'target to source',
  UsesIdp: 'target to source',
};

/** What an edge passes on, for the severity of its target: Healthy 0, Warning 1, Degraded 2, Outage 3. No entry is ever above its index. */
export const PASSED_ON: Record<DependencyMode, { required: readonly number[]; optional: readonly number[] }> = {
  // Hard passes the state on as it is; optional makes it one level milder.
  Hard: { required: [0, 1, 2, 3], optional: [0, 0, 1, 2] },
  // Degraded never passes on more than Degraded; optional makes that one level milder.
  Degraded: { required: [0, 1, 2, 2], optional: [0, 0, 1, 1] },
  // Soft is one level milder; optional two.
  Soft: { required: [0, 0, 1, 2], optional: [0, 0, 0, 1] },
  // Async is one level milder and at most Warning; optional passes on nothing.
  Async: { required: [0, 0, 1, 1], optional: [0, 0, 0, 0] },
};

/** 24 bits of a packed edge are the neighbour; the byte above them is its attribute. */
export const NEIGHBOUR_MASK = 0xffffff;
export const ATTRIBUTE_SHIFT = 24;

/** How an edge takes part: alone, as a member of a redundancy group, or not at all because it does not propagate. */
const CARRIAGES = ['alone', 'grouped', 'blocked'] as const;
type Carriage = (typeof CARRIAGES)[number];

/** The values of each mode: required or not. */
const PER_MODE = 2;
const PER_TYPE = DEPENDENCY_MODES.length * PER_MODE;
const COMBINATIONS = DEPENDENCY_TYPES.length * PER_TYPE;
/** Attributes of edges in redundancy groups are from GROUPED_FROM to below GROUPED_BELOW. */
export const GROUPED_FROM = COMBINATIONS;
export const GROUPED_BELOW = 2 * COMBINATIONS;

/**
 * Throws an Error if so many types and modes do not fit into the byte of an edge: edges would silently get the attributes of others. With 9
 * types, 4 modes are 216 of its 256 values.
 */
export function assertFitsIntoByte(types: number, modes: number): void {
  const values = types * modes * PER_MODE * CARRIAGES.length;
  if (values <= 256) return;
  throw new Error(
    `${types} dependency types and ${modes} modes make ${values} attributes of an edge, and its byte holds 256. Give packed edges another byte for the attribute before you add one (domain/graph/arrays/edgeAttributes.ts).`,
  );
}
assertFitsIntoByte(DEPENDENCY_TYPES.length, DEPENDENCY_MODES.length);

export function encodeAttribute(type: DependencyType, mode: DependencyMode, isRequired: boolean, carriage: Carriage): number {
  const within = DEPENDENCY_TYPES.indexOf(type) * PER_TYPE + DEPENDENCY_MODES.indexOf(mode) * PER_MODE + (isRequired ? 1 : 0);
  return CARRIAGES.indexOf(carriage) * COMBINATIONS + within;
}

/** The same attribute in another mode. */
export function withMode(attribute: number, mode: DependencyMode): number {
  const before = Math.floor((attribute % PER_TYPE) / PER_MODE);
  return attribute + (DEPENDENCY_MODES.indexOf(mode) - before) * PER_MODE;
}

export interface EdgeAttribute {
  dependencyType: DependencyType;
  mode: DependencyMode;
  required: boolean;
  propagates: boolean;
}

function decode(attribute: number): EdgeAttribute {
  const within = attribute % COMBINATIONS;
  return {
    dependencyType: DEPENDENCY_TYPES[Math.floor(within / PER_TYPE)]!,
    mode: DEPENDENCY_MODES[Math.floor((within % PER_TYPE) / PER_MODE)]!,
    required: within % PER_MODE === 1,
    propagates: attribute < GROUPED_BELOW,
  };
}

/** Every attribute in plain words, by its byte. */
export const EDGE_ATTRIBUTES: readonly Readonly<EdgeAttribute>[] = Array.from({ length: CARRIAGES.length * COMBINATIONS }, (_, byte) =>
  decode(byte),
);

/** Position of each attribute's dependencyType in code unit order, which distinguishes parallel edges. */
export const TYPE_ORDER: Uint8Array = (() => {
  const inOrder = [...DEPENDENCY_TYPES].sort();
  return Uint8Array.from(EDGE_ATTRIBUTES, (attribute) => inOrder.indexOf(attribute.dependencyType));
})();

export const STOPPED_BY_FILTER = 0;
export const TRAVELS = 1;
export const STOPPED_BY_PROPAGATES = 2;

/** No severity of the target is enough. */
export const NEVER = 4;

/** A query's filters as tables that the hot loops look up by attribute byte. */
export interface EdgeFilter {
  /** By attribute: TRAVELS, or what stops it. An edge that does not propagate counts as stopped by that, whatever the filters say. */
  verdicts: Uint8Array;
  /** By attribute × 4 + severity of the target: the severity passed on; 0 if the edge does not travel. */
  passes: Uint8Array;
  /** By attribute × 4 + severity wanted at the source: the mildest severity of the target that causes it, or NEVER. */
  needs: Uint8Array;
}

/** Compiles a mode filter and a type filter; null keeps all. */
export function compileFilter(modes: readonly DependencyMode[] | null, types: readonly DependencyType[] | null): EdgeFilter {
  const filter: EdgeFilter = { verdicts: new Uint8Array(256), passes: new Uint8Array(1024), needs: new Uint8Array(1024).fill(NEVER) };
  EDGE_ATTRIBUTES.forEach((attribute, byte) => {
    if (!attribute.propagates) {
      filter.verdicts[byte] = STOPPED_BY_PROPAGATES;
      return;
    }
    if ((modes !== null && !modes.includes(attribute.mode)) || (types !== null && !types.includes(attribute.dependencyType))) return;
    filter.verdicts[byte] = TRAVELS;
    const passed = PASSED_ON[attribute.mode][attribute.required ? 'required' : 'optional'];
    filter.passes.set(passed, byte * 4);
    for (let wanted = 0; wanted < 4; wanted++) {
      const needed = passed.findIndex((severity) => severity >= wanted);
      filter.needs[byte * 4 + wanted] = needed === -1 ? NEVER : needed;
    }
  });
  return filter;
}

/** The filter that keeps every edge that propagates. */
export const UNFILTERED: EdgeFilter = compileFilter(null, null);

/**
 * The mildest severity of the target at which an edge passes on `wanted` or worse, or NEVER: `filter.passes` read backwards. `packed` is an
 * entry of a row of dependents or dependencies.
 */
export function neededFor(filter: EdgeFilter, packed: number, wanted: number): number {
  return filter.needs[((packed >>> ATTRIBUTE_SHIFT) << 2) | wanted]!;
}

/** Whether an edge takes part through a redundancy group. `packed` is an entry of a row. */
export function isGrouped(packed: number): boolean {
  const attribute = packed >>> ATTRIBUTE_SHIFT;
  return attribute >= GROUPED_FROM && attribute < GROUPED_BELOW;
}
