/**
 * Writes the failure of an entity as a fault tree in the Open-PSA Model Exchange Format, for the tools of reliability engineers.
 * https://open-psa.github.io/mef/
 */
import { NEVER, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { FoundEntity, Landscape } from '@/domain/graph/landscape/views';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { escapeXml } from '@/plain/xml';
import { demandOf } from './cutSets';
import { alsoCounted } from '@/domain/graph/spread/inService';
import { entityPart } from './entityPart';
import type { LandscapePart } from './landscapePart';
import type { WeakPointState } from './weakPointQuestion';

/** A fault tree cannot have cycles, so a cycle is unrolled step by step. Larger trees than this are refused. */
export const MOST_GATES = 100_000;

/** A formula; `false` can never become true. */
type Formula = false | string;

/** The document; null if the cycles behind the entity would need more than MOST_GATES gates. */
export function openPsaOf(landscape: Landscape, entity: FoundEntity, state: WeakPointState, includeNotInService = false): string | null {
  const graph = graphOf(landscape);
  const { part, tops } = entityPart(graph, entity, alsoCounted([entity], includeNotInService));
  const tree = new FaultTree(graph, part);
  const severity = HEALTH_STATES.indexOf(state);
  if (!tree.settle(demandOf(part, { tops, severity }))) return null;
  const top = oneOf(tops.map((position) => tree.gateOf(position, severity)));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opsa-mef>',
    `  <define-fault-tree name="weak_points">`,
    `    <label>${escapeXml(`${entity.kind} ${entity.technicalName}: ${state} or worse`)}</label>`,
    `    <define-gate name="top">${top === false ? '<constant value="false"/>' : top}</define-gate>`,
    ...tree.gates,
    '  </define-fault-tree>',
    '  <model-data>',
    ...tree.events(),
    '  </model-data>',
    '</opsa-mef>',
    '',
  ];
  return lines.join('\n');
}

class FaultTree {
  readonly gates: string[] = [];
  /** By position and severity: the formula for "is affected with at least this severity". */
  private readonly formulas = new Map<number, Formula>();
  private readonly names: string[] = [];
  private readonly used = new Set<number>();

  constructor(
    private readonly graph: LandscapeGraph,
    private readonly part: LandscapePart,
  ) {
    const taken = new Map<string, number>();
    for (let position = 0; position < part.count; position++) {
      const plain = graph.components.technicalNameOf(part.nodes[position]!).replaceAll(/[^A-Za-z0-9]/g, '_');
      const before = taken.get(plain) ?? 0;
      taken.set(plain, before + 1);
      this.names.push(before === 0 ? plain : `${plain}__${before + 1}`);
    }
  }

  gateOf(position: number, level: number): Formula {
    return this.formulas.get(position * 4 + level) ?? false;
  }

  /**
   * One gate for each component and severity. On a cycle, one for each step until nothing changes any more. Returns false if there would be
   * too many gates.
   */
  settle(demand: Uint8Array): boolean {
    const { cycles, count } = this.part;
    for (let first = 0, end = 0; first < count; first = end) {
      for (end = first + 1; end < count && cycles[end] === cycles[first];) end++;
      const wanted: { position: number; level: number }[] = [];
      for (let position = first; position < end; position++)
        for (let level = 1; level < NEVER; level++) if ((demand[position]! & (1 << level)) !== 0) wanted.push({ position, level });
      const steps = end - first === 1 ? 1 : wanted.length;
      if (this.gates.length + steps * wanted.length > MOST_GATES) return false;
      for (let step = 1; step <= steps; step++) this.addStep(wanted, step, steps);
    }
    return true;
  }

  /** All formulas of a step use those of the previous step. */
  private addStep(wanted: readonly { position: number; level: number }[], step: number, steps: number): void {
    const next = wanted.map(({ position, level }) => ({ position, level, formula: this.formulaOf(position, level) }));
    for (const { position, level, formula } of next) {
      const name = `g_${this.names[position]!}_${HEALTH_STATES[level]!}${steps === 1 ? '' : `_${step}`}`;
      this.gates.push(`    <define-gate name="${name}">${formula}</define-gate>`);
      this.formulas.set(position * 4 + level, `<gate name="${name}"/>`);
    }
  }

  private formulaOf(position: number, level: number): Formula {
    const { needs } = UNFILTERED;
    const { starts, targets, attributes, groups } = this.part;
    this.used.add(position);
    const ways: Formula[] = [`<basic-event name="c_${this.names[position]!}"/>`];
    for (let at = starts[position]!; at < starts[position + 1]!; at++)
      ways.push(this.gateOf(targets[at]!, needs[(attributes[at]! << 2) | level]!));
    for (const group of groups.get(position) ?? []) {
      const passing = new Map<number, Formula[]>();
      group.targets.forEach((target, at) => {
        const formula = this.gateOf(target, needs[(group.attributes[at]! << 2) | level]!);
        passing.set(target, [...(passing.get(target) ?? []), formula]);
      });
      ways.push(atLeast(group.needed, [...passing.values()].map(oneOf)));
    }
    return oneOf(ways);
  }

  events(): string[] {
    return [...this.used]
      .sort((left, right) => left - right)
      .map((position) => {
        const label = escapeXml(this.graph.components.technicalNameOf(this.part.nodes[position]!));
        return `    <define-basic-event name="c_${this.names[position]!}"><label>${label}</label></define-basic-event>`;
      });
  }
}

function oneOf(formulas: readonly Formula[]): Formula {
  const possible = [...new Set(formulas.filter((formula) => formula !== false))];
  if (possible.length === 0) return false;
  return possible.length === 1 ? possible[0]! : `<or>${possible.join('')}</or>`;
}

function atLeast(least: number, formulas: readonly Formula[]): Formula {
  const possible = formulas.filter((formula) => formula !== false);
  if (possible.length < least) return false;
  return possible.length === least ? `<and>${possible.join('')}</and>` : `<atleast min="${least}">${possible.join('')}</atleast>`;
}
