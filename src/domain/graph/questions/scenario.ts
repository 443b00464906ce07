/** What breaks if several things fail together: the whole answer, from the graph in memory. */
import { countStoppedEdges } from './analysis';
import { affectedRows, applicationRows, audienceRows, notInService, revenueExposure, stateOf } from './blastRadius';
import type { StoppedEdges } from './analysis';
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { orderOfIds } from '@/domain/graph/arrays/idOrder';
import { jointStarts, jointStates } from './jointStates';
import type { JointStates, MemberFailure, Starts } from './jointStates';
import { alsoCounted } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { FoundEntity, Landscape } from '@/domain/graph/landscape/views';
import { affectedApplications, notRecorded } from './notRecorded';
import type { WithheldEdges } from '@/domain/graph/spread/redundancy';
import { WORDS_OF_COMPONENT } from './scenarioAnswer';
import type { ScenarioCounts, ScenarioEvaluation, ScenarioFailure, Tolerance } from './scenarioAnswer';
import { ScenarioEffects } from './scenarioEffects';
import { componentRows, gaveWayRows, inAnswerOrder, nodesInOrder } from './scenarioRows';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

export interface ScenarioFailureAsked {
  entity: FoundEntity;
  state: FailureState;
}

export interface ScenarioQuestion {
  /** If something is named twice, the worse state counts. */
  failures: readonly ScenarioFailureAsked[];
  /** Slots of dependencies that pass on Healthy, and still count in their groups. */
  withheld: WithheldEdges;
  /** What components report (severities by node); null for a healthy landscape. */
  reported: Starts | null;
  durationMinutes: number | null;
  /** A capability in this state or worse counts as down: the tenant's incident threshold. */
  downFrom: FailureState;
  /** Shortens only `components`; null lists all. */
  componentLimit: number | null;
  /** ISO 4217, as the tenant has set it. */
  currency: string;
  canSeeRevenue: boolean;
  /** Counts applications as in service that are not; default false. */
  includeNotInService?: boolean;
}

/** Evaluates a scenario. Takes time in proportion to what is in reach, not to the landscape. Changes nothing. */
export function* evaluateScenario(landscape: Landscape, question: ScenarioQuestion): Steps<ScenarioEvaluation> {
  const graph = graphOf(landscape);
  const { withheld, canSeeRevenue } = question;
  const failures = worstOfEach(question.failures);
  const also = alsoCounted(
    failures.map(({ entity }) => entity),
    question.includeNotInService,
  );
  const members = failures.map(({ entity, state }): MemberFailure => ({ entity, severity: HEALTH_STATES.indexOf(state), also }));
  const baseline = question.reported ?? new Map<number, number>();
  const joint = yield* jointStates(graph, { members, baseline, withheld });
  const effects = yield* ScenarioEffects.of(graph, joint, question.reported !== null, also);
  const starts = jointStarts(graph, members);
  const stopped = yield* reachOf(graph, [starts, baseline], joint.expected, withheld);
  const suffering = yield* nodesInOrder(graph, without(joint.suffering, starts));
  const listed = suffering.subarray(0, question.componentLimit ?? suffering.length);
  yield* graph.rollUp.fill(graph, true, also);
  const applications = inAnswerOrder(effects.on('applications', yield* applicationRows(graph)));
  yield;
  const capabilities = inAnswerOrder(effects.on('capabilities', affectedRows(graph.capabilities, graph.rollUp.capabilities)));
  yield;
  const processes = inAnswerOrder(effects.on('processes', affectedRows(graph.processes, graph.rollUp.processes)));
  const audiences = inAnswerOrder(effects.on('segments', audienceRows(graph)));
  const rollUps = { applications, capabilities, processes, audiences };
  return {
    failures: failures.map(asRow),
    origin: Array.from(yield* nodesInOrder(graph, Int32Array.from(starts.keys())), (node) => {
      return { ...graph.componentView(node), expectedState: stateOf(joint.expected[node]!) };
    }),
    components: yield* componentRows(graph, listed, withheld, (node) => effects.ofNode(node)),
    ...rollUps,
    ...(canSeeRevenue ? { revenueExposure: revenueExposure(graph, audiences, question.currency) } : {}),
    counts: counted(suffering.length, rollUps, () => true),
    excess: counted(effects.countExcess(suffering), rollUps, ({ isExcess }) => isExcess),
    gaveWay: gaveWayRows(graph, joint.gaveWay),
    tolerances: capabilities.map((row) => toleranceOf(graph, row, question)),
    completeness: {
      beyondDepth: 0,
      stoppedByFilter: stopped.byFilter,
      stoppedByPropagates: stopped.byPropagates,
      componentsOmitted: suffering.length - listed.length,
      notRecorded: notRecorded(graph, affectedApplications(graph, also), canSeeRevenue),
      notInService: notInService(graph, suffering, also),
      withheld: canSeeRevenue ? [] : ['revenueExposure'],
    },
    landscapeVersion: graph.version,
    uncutComponents: yield* packedComponents(graph, suffering, joint),
  };
}

function without(nodes: Int32Array, starts: Starts): Int32Array {
  const others = new Int32Array(nodes.length);
  let count = 0;
  for (let i = 0; i < nodes.length; i++) if (!starts.has(nodes[i]!)) others[count++] = nodes[i]!;
  return others.subarray(0, count);
}

/**
 * Packs plain numbers by id, because texts would take longer than everything else: a large answer has as many rows as there are components.
 */
function* packedComponents(
  { components, traversal }: LandscapeGraph,
  nodes: Int32Array,
  { expected, alone, live }: JointStates,
): Steps<Uint32Array<ArrayBuffer>> {
  const portion = 4 * traversal.portion;
  const ids = new Uint32Array(nodes.length * 4);
  components.guids.pack(nodes, ids);
  yield;
  const order = yield* orderOfIds(ids, portion);
  const packed = new Uint32Array(nodes.length * WORDS_OF_COMPONENT);
  yield* inStretches(nodes.length, portion, (from, end) => {
    for (let i = from; i < end; i++) {
      const at = order[i]!;
      const node = nodes[at]!;
      const into = i * WORDS_OF_COMPONENT;
      packed[into] = ids[at * 4]!;
      packed[into + 1] = ids[at * 4 + 1]!;
      packed[into + 2] = ids[at * 4 + 2]!;
      packed[into + 3] = ids[at * 4 + 3]!;
      packed[into + 4] = traversal.depthOf(node);
      packed[into + 5] = (expected[node]! << 4) | (alone[node]! << 2) | live[node]!;
    }
  });
  return packed;
}

/** Each entity once, with its worst state, in the order of first mention. */
function worstOfEach(failures: readonly ScenarioFailureAsked[]): ScenarioFailureAsked[] {
  const kept = new Map<string, ScenarioFailureAsked>();
  for (const failure of failures) {
    const key = `${failure.entity.kind} ${failure.entity.id}`;
    const known = kept.get(key);
    if (known === undefined || HEALTH_STATES.indexOf(failure.state) > HEALTH_STATES.indexOf(known.state)) kept.set(key, failure);
  }
  return [...kept.values()];
}

/**
 * Reaches everything that depends on what fails, at any depth, at the settled states. Afterwards the graph's traversal holds these depths
 * and severities.
 */
function* reachOf(graph: LandscapeGraph, all: readonly Starts[], expected: Uint8Array, withheld: WithheldEdges): Steps<StoppedEdges> {
  const { traversal, components, edges } = graph;
  traversal.begin(components.capacity);
  for (const starts of all) starts.forEach((severity, node) => traversal.addOrigin(node, severity));
  yield* traversal.reach(edges.dependents, UNFILTERED, components.capacity, withheld);
  const stopped = yield* countStoppedEdges(traversal, edges.dependents, UNFILTERED, withheld);
  const { queue, severities } = traversal;
  yield* inStretches(traversal.count, 4 * traversal.portion, (from, end) => {
    for (let i = from; i < end; i++) severities[queue[i]!] = expected[queue[i]!]!;
  });
  return stopped;
}

function asRow({ entity: { kind, id, technicalName, name }, state }: ScenarioFailureAsked): ScenarioFailure {
  return { entityType: kind, id, technicalName, name, state };
}

type RollUpRows = Record<'applications' | 'capabilities' | 'processes' | 'audiences', readonly { isExcess: boolean }[]>;

function counted(components: number, rows: RollUpRows, counts: (row: { isExcess: boolean }) => boolean): ScenarioCounts {
  return {
    components,
    applications: rows.applications.filter(counts).length,
    capabilities: rows.capabilities.filter(counts).length,
    processes: rows.processes.filter(counts).length,
    audiences: rows.audiences.filter(counts).length,
  };
}

/** A capability is breached if it is down at all and the scenario lasts longer than the capability tolerates. */
function toleranceOf(
  graph: LandscapeGraph,
  row: { id: string; technicalName: string; name: string; expectedState: HealthState },
  { durationMinutes, downFrom }: ScenarioQuestion,
): Tolerance {
  const { id, technicalName, name, expectedState } = row;
  const { maximumTolerableDowntimeMinutes } = graph.capabilities.at(graph.capabilities.indexOf(id));
  const told = { id, technicalName, name, expectedState, maximumTolerableDowntimeMinutes };
  if (durationMinutes === null) return { ...told, verdict: null };
  if (maximumTolerableDowntimeMinutes === null) return { ...told, verdict: 'NotSet' };
  const isDown = HEALTH_STATES.indexOf(expectedState) >= HEALTH_STATES.indexOf(downFrom);
  return { ...told, verdict: isDown && durationMinutes > maximumTolerableDowntimeMinutes ? 'Breached' : 'Met' };
}
