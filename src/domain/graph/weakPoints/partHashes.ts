/**
 * Hashes that tell whether anything changed behind or above a component. Each covers everything that can be reached from the component in
 * one direction, by properties that do not depend on the landscape version. Equal hashes in two versions mean an equal landscape there.
 * Takes time linear in the dependencies.
 */
import { append } from '@/plain/grouped';
import type { SummaryTask } from './summaryTask';

type Hashed = Pick<SummaryTask, 'part' | 'causes' | 'groups' | 'capabilities' | 'ordinals' | 'grounds'>;

/** Two independent halves, of which 52 bits form the key: enough for a million components. */
const SEEDS = [0x9e3779b1, 0x6a09e667] as const;
const EDGE = 1;
const EDGE_IN_CYCLE = 2;
const GROUP = 3;
const TOP = 4;
const OWN = 5;

/** https://github.com/aappleby/smhasher/wiki/MurmurHash3, the finalizer. */
function mixed(seed: number, value: number): number {
  let bits = Math.imul(seed ^ value, 0x85ebca6b) + seed;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function textHash(seed: number, text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at));
  return hash;
}

const keyOf = (one: number, two: number): number => (one >>> 0) * 0x100000 + (two >>> 12);

export interface PartKeys {
  /** By position: hash of the component and everything that it depends on, including zones, technologies and groups. */
  behind: Float64Array;
  /** By position: hash of the component and everything that depends on it, including the capabilities that roll it up. */
  above: Float64Array;
  /** Hash of everything that a capability depends on, in the order of the task. */
  capabilities: number[];
}

/** Hashes of 52 bits. Equal keys in two versions mean that what the key covers has not changed. */
export function partKeys(task: Hashed): PartKeys {
  const [one, two] = SEEDS.map((seed) => new PartHash(task, seed)) as [PartHash, PartHash];
  const joined = (first: Int32Array, second: Int32Array): Float64Array => Float64Array.from(first, (hash, at) => keyOf(hash, second[at]!));
  const behind = [one.behind(), two.behind()] as const;
  return {
    behind: joined(...behind),
    above: joined(one.above(), two.above()),
    capabilities: task.capabilities.map((capability) =>
      keyOf(one.ofCapability(capability, behind[0]), two.ofCapability(capability, behind[1])),
    ),
  };
}

/** One half. Adds up what has no order, so that the order of visiting does not matter. */
class PartHash {
  private readonly groupsOf = new Map<number, { hash: number; targets: readonly number[]; attributes: readonly number[] }[]>();

  constructor(
    private readonly task: Hashed,
    private readonly seed: number,
  ) {
    const positions = new Map(Array.from(task.part.nodes, (node, position) => [node, position]));
    for (const { owner, name, needed, targetCount, targets, attributes } of task.groups) {
      const position = positions.get(owner)!;
      const hash = mixed(mixed(textHash(mixed(seed, GROUP), name), needed), targetCount);
      append(this.groupsOf, position, { hash, targets, attributes });
    }
  }

  behind(): Int32Array {
    const { part, ordinals, causes, grounds } = this.task;
    const { seed } = this;
    const local = Int32Array.from(ordinals, (ordinal) => mixed(seed, ordinal));
    grounds.forEach((ground, at) => {
      const hash = textHash(seed, ground);
      for (const { position, severity } of causes[part.count + at]!.failure) local[position]! += mixed(hash, severity);
    });
    const hashes = new Int32Array(part.count);
    this.eachCycle(false, (start, end) => {
      const told = (target: number): number =>
        target < start ? mixed(mixed(seed, EDGE), hashes[target]!) : mixed(mixed(seed, EDGE_IN_CYCLE), ordinals[target]!);
      for (let position = start; position < end; position++) {
        this.eachDependency(position, (target, attribute) => (local[position]! += mixed(told(target), attribute)));
        for (const { hash, targets, attributes } of this.groupsOf.get(position) ?? []) {
          let members = hash;
          targets.forEach((target, at) => (members += mixed(told(target), attributes[at]!)));
          local[position]! += mixed(seed, members | 0);
        }
      }
      this.finish(start, end, local, hashes);
    });
    return hashes;
  }

  above(): Int32Array {
    const { part, ordinals, capabilities } = this.task;
    const { seed } = this;
    const local = Int32Array.from(ordinals, (ordinal) => mixed(seed, ordinal));
    for (const { id, tops } of capabilities) {
      const hash = mixed(textHash(seed, id), TOP);
      for (const top of tops) local[top]! += hash;
    }
    const hashes = new Int32Array(part.count);
    this.eachCycle(true, (start, end) => {
      const pass = (isWithin: boolean, from: number): void => {
        for (let position = start; position < end; position++) {
          const hash = isWithin ? mixed(mixed(seed, EDGE_IN_CYCLE), ordinals[position]!) : mixed(mixed(seed, EDGE), hashes[position]!);
          this.eachDependency(position, (target, attribute) => {
            if (target >= from === isWithin) local[target]! += mixed(hash, attribute);
          });
          for (const group of this.groupsOf.get(position) ?? [])
            group.targets.forEach((target, at) => {
              if (target >= from === isWithin) local[target]! += mixed(mixed(hash, group.hash), group.attributes[at]!);
            });
        }
      };
      pass(true, start);
      this.finish(start, end, local, hashes);
      pass(false, start);
    });
    return hashes;
  }

  ofCapability({ own, tops }: SummaryTask['capabilities'][number], behind: Int32Array): number {
    let hash = this.seed;
    for (const position of own) hash += mixed(mixed(this.seed, OWN), behind[position]!);
    for (const position of tops) hash += mixed(mixed(this.seed, TOP), behind[position]!);
    return mixed(this.seed, hash | 0);
  }

  /** All positions on one cycle share a hash of the whole cycle. */
  private finish(start: number, end: number, local: Int32Array, hashes: Int32Array): void {
    let cycle = 0;
    for (let position = start; position < end; position++) cycle = (cycle + mixed(this.seed, local[position]!)) | 0;
    for (let position = start; position < end; position++) hashes[position] = mixed(cycle, local[position]!);
  }

  /** Visits cycles from dependencies to dependents, or the other way. The positions from `start` to before `end` are on one cycle. */
  private eachCycle(isDown: boolean, visit: (start: number, end: number) => void): void {
    const { count, cycles } = this.task.part;
    if (isDown) {
      for (let end = count, start = count; end > 0; end = start) {
        while (start > 0 && cycles[start - 1] === cycles[end - 1]) start--;
        visit(start, end);
      }
      return;
    }
    for (let start = 0, end = 0; start < count; start = end) {
      while (end < count && cycles[end] === cycles[start]) end++;
      visit(start, end);
    }
  }

  private eachDependency(position: number, visit: (target: number, attribute: number) => void): void {
    const { starts, targets, attributes } = this.task.part;
    for (let at = starts[position]!; at < starts[position + 1]!; at++) visit(targets[at]!, attributes[at]!);
  }
}
