/** The demo landscape, calculated by hand from its manifest: each expectation below is reasoned edge by edge, not copied from an output. */
import { describe, expect, test } from 'vitest';
import { blastRadius } from './blastRadius';
import type { BlastRadiusAnswer } from './blastRadiusAnswer';
import { explainPath } from './explain';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { weakPointsOf } from '@/domain/graph/weakPoints/weakPoints';
import type { Direction, EntityKind } from '@/domain/vocabulary';
import { readLandscape } from '@/test/graphFromManifest';
import { finish } from '@/plain/steps';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));

function question(entityType: EntityKind, name: string, direction: Direction) {
  const entityId = graph.findEntity(entityType, name)?.id ?? '';
  return { entityType, entityId, direction, requestedDepth: 10, planMaximumDepth: 10, modes: null, types: null };
}

function answerTo(entityType: EntityKind, name: string, direction: Direction): BlastRadiusAnswer {
  const answer = finish(
    blastRadius(graph, {
      ...question(entityType, name, direction),
      componentLimit: null,
      currency: 'EUR',
      canSeeRevenue: true,
    }),
  );
  if (answer === null) throw new Error(`No ${entityType} ${name}`);
  return answer;
}

const nameOf = (componentId: string): string | undefined => graph.findEntity('component', componentId)?.technicalName;
const componentsOf = (answer: BlastRadiusAnswer) =>
  answer.components.map(({ technicalName, depth, expectedState, via }) => [technicalName, depth, expectedState, nameOf(via.componentId)]);
const rowsOf = (rows: { technicalName: string; depth: number; expectedState: string }[]) =>
  rows.map(({ technicalName, depth, expectedState }) => [technicalName, depth, expectedState]);
const applicationsOf = (answer: BlastRadiusAnswer) =>
  answer.applications.map(({ technicalName, depth, expectedState, componentCount }) => [
    technicalName,
    depth,
    expectedState,
    componentCount,
  ]);

/*
 * Hop 1. Two edges have astronomy-db as target: product-catalog Reads it and accounting Writes to it, both Hard and required: Outage.
 * Hop 2. Nothing depends on accounting. On product-catalog depend frontend, recommendation and checkout, all Calls, Hard, required: Outage.
 * Hop 3. On frontend depends frontend-proxy (TrafficFlow, Hard). On recommendation (Soft) and checkout (Hard) depends only frontend, which
 * is reached already. Outage.
 * Hop 4. On frontend-proxy depends load-generator (TrafficFlow, Hard): Outage. Nothing depends on that.
 * Not touched: fraud-detection needs only kafka, and kafka only its brokers. No component of the platform depends on any of the above.
 */
describe('a stop of astronomy-db', () => {
  const answer = answerTo('component', 'astronomy-db', 'downstream');

  test('reaches seven components, each by its shortest path', () => {
    expect(answer.origin.map(({ technicalName, expectedState }) => [technicalName, expectedState])).toEqual([['astronomy-db', 'Outage']]);
    expect(componentsOf(answer)).toEqual([
      ['accounting', 1, 'Outage', 'astronomy-db'],
      ['product-catalog', 1, 'Outage', 'astronomy-db'],
      ['checkout', 2, 'Outage', 'product-catalog'],
      ['frontend', 2, 'Outage', 'product-catalog'],
      ['recommendation', 2, 'Outage', 'product-catalog'],
      ['frontend-proxy', 3, 'Outage', 'frontend'],
      ['load-generator', 4, 'Outage', 'frontend-proxy'],
    ]);
  });

  /*
   * catalogue: astronomy-db itself (hop 0) and product-catalog, which nothing inside depends on: outermost, Outage. fulfilment: accounting
   * (hop 1), outermost because nothing depends on it. ordering: checkout (hop 2), outermost because no other of its components depends on
   * it. storefront: frontend and recommendation (hop 2) and frontend-proxy, which alone is outermost. load-test: its only component (hop
   * 4).
   */
  test('takes down five applications', () => {
    expect(applicationsOf(answer)).toEqual([
      ['catalogue', 0, 'Outage', 2],
      ['fulfilment', 1, 'Outage', 1],
      ['ordering', 2, 'Outage', 1],
      ['storefront', 2, 'Outage', 3],
      ['load-test', 4, 'Outage', 1],
    ]);
  });

  /*
   * browse-catalogue is supported by catalogue (0) and storefront (2), place-order by ordering (2) and storefront (2); online-sales lies
   * above both. fulfil-order is supported by fulfilment (1). order-to-cash takes the fewest hops of place-order (2) and fulfil-order (1).
   * shoppers use browse-catalogue (0) and place-order (2); operators only observe-systems, untouched.
   */
  test('takes down four capabilities, one process and one audience', () => {
    expect(rowsOf(answer.capabilities)).toEqual([
      ['browse-catalogue', 0, 'Outage'],
      ['online-sales', 0, 'Outage'],
      ['fulfil-order', 1, 'Outage'],
      ['place-order', 2, 'Outage'],
    ]);
    expect(rowsOf(answer.processes)).toEqual([['order-to-cash', 1, 'Outage']]);
    expect(rowsOf(answer.audiences)).toEqual([['shoppers', 0, 'Outage']]);
  });

  /* 17,520,000 a year × (0.2 browse-catalogue + 0.8 place-order), both Outage, weight 1; 17,520,000 / 8,760 hours = 2,000 an hour. */
  test('exposes all of the revenue: 2,000 an hour, all of it expected to be lost', () => {
    expect(answer.revenueExposure).toMatchObject({ currency: 'EUR', perYear: 17_520_000, perHour: 2000, expectedPerHour: 2000 });
    expect(
      answer.revenueExposure?.byAudience.map(({ technicalName, perYear, perHour, expectedPerHour }) => [
        technicalName,
        perYear,
        perHour,
        expectedPerHour,
      ]),
    ).toEqual([['shoppers', 17_520_000, 2000, 2000]]);
  });

  /* The three edges that do not propagate all end at otel-collector, which is not reached: none of them leads on from here. */
  test('is complete', () => {
    expect(answer.affectedCounts).toEqual(answer.counts);
    expect(answer.counts).toEqual({ components: 7, applications: 5, capabilities: 4, processes: 1, audiences: 1 });
    expect(answer.completeness).toEqual({
      beyondDepth: 0,
      stoppedByFilter: 0,
      stoppedByPropagates: 0,
      componentsOmitted: 0,
      notRecorded: [],
      notInService: { components: 1, applications: 1 },
      withheld: [],
    });
  });

  test('reaches the load generator in four steps that can be walked', () => {
    const steps = finish(
      explainPath(graph, question('component', 'astronomy-db', 'downstream'), graph.findEntity('component', 'load-generator')?.id ?? ''),
    );
    expect(
      steps?.map((step) => [
        nameOf(step.sourceComponentId),
        step.dependencyType,
        step.mode,
        nameOf(step.targetComponentId),
        step.expectedState,
      ]),
    ).toEqual([
      ['product-catalog', 'Reads', 'Hard', 'astronomy-db', 'Outage'],
      ['frontend', 'Calls', 'Hard', 'product-catalog', 'Outage'],
      ['frontend-proxy', 'TrafficFlow', 'Hard', 'frontend', 'Outage'],
      ['load-generator', 'TrafficFlow', 'Hard', 'frontend-proxy', 'Outage'],
    ]);
  });
});

/*
 * frontend calls ad Soft and optional: two levels milder than Outage is Warning. frontend-proxy and load-generator pass that on Hard. The
 * storefront is as bad as frontend-proxy: Warning, though one of its components is down. Both capabilities of the shoppers are Warning:
 * 2,000 an hour × 0.1.
 */
test('an outage of the advertisements does not take down the shop', () => {
  const answer = answerTo('component', 'ad', 'downstream');
  expect(componentsOf(answer)).toEqual([
    ['frontend', 1, 'Warning', 'ad'],
    ['frontend-proxy', 2, 'Warning', 'frontend'],
    ['load-generator', 3, 'Warning', 'frontend-proxy'],
  ]);
  expect(applicationsOf(answer)).toEqual([
    ['storefront', 0, 'Warning', 3],
    ['load-test', 3, 'Warning', 1],
  ]);
  expect(rowsOf(answer.capabilities)).toEqual([
    ['browse-catalogue', 0, 'Warning'],
    ['online-sales', 0, 'Warning'],
    ['place-order', 0, 'Warning'],
  ]);
  expect(answer.revenueExposure).toMatchObject({ perYear: 17_520_000, perHour: 2000, expectedPerHour: 200 });
});

/*
 * browse-catalogue and place-order are supported by storefront, catalogue and ordering: their 16 components are the origin. The audience is
 * as bad as the outermost of these: frontend-proxy; product-catalog, currency and astronomy-db (accounting, of another application, needs
 * it Hard); checkout and cart (frontend, of another application, needs it Hard).
 */
describe('what could hurt the shoppers', () => {
  const answer = answerTo('segment', 'shoppers', 'upstream');

  /*
   * The outermost bring Outage on themselves; frontend (frontend-proxy, Hard) and payment (checkout, Hard) bring it on one of them.
   * image-provider: frontend-proxy is served by it Degraded. email: checkout calls it Soft and required, one level milder: Degraded. ad,
   * recommendation: frontend, Soft and optional: Warning. Of the two cart stores and of the two card providers one is enough: either alone
   * does no harm.
   */
  test('is each of their own components, ordered by how much it alone would hurt', () => {
    expect(answer.origin.map(({ technicalName, expectedState }) => [technicalName, expectedState])).toEqual([
      ...['astronomy-db', 'cart', 'checkout', 'currency', 'frontend', 'frontend-proxy', 'payment', 'product-catalog'].map((name) => [
        name,
        'Outage',
      ]),
      ['email', 'Degraded'],
      ['image-provider', 'Degraded'],
      ['ad', 'Warning'],
      ['recommendation', 'Warning'],
      ...['card-provider', 'card-provider-backup', 'valkey-cart', 'valkey-cart-replica'].map((name) => [name, 'Healthy']),
    ]);
  });

  /*
   * Hop 1: shipping (checkout needs it Hard; frontend only Degraded) brings Outage; via checkout, which comes before frontend. kafka:
   * checkout publishes Async, at most Warning. flagd: Soft and optional for eight of them, Warning; via ad, the first by name. flagd-ui,
   * grafana, jaeger: frontend-proxy, Soft and optional, Warning.
   * Hop 2: prometheus stops grafana (Hard), which frontend-proxy feels as Warning. opensearch only degrades grafana, of which two levels
   * less are Healthy. One broker of three, or one quote of two, is not missed. otel-collector is not reached: its three edges do not
   * propagate.
   */
  test('includes whatever these depend on', () => {
    expect(componentsOf(answer)).toEqual([
      ['shipping', 1, 'Outage', 'checkout'],
      ['flagd', 1, 'Warning', 'ad'],
      ['flagd-ui', 1, 'Warning', 'frontend-proxy'],
      ['grafana', 1, 'Warning', 'frontend-proxy'],
      ['jaeger', 1, 'Warning', 'frontend-proxy'],
      ['kafka', 1, 'Warning', 'checkout'],
      ['prometheus', 2, 'Warning', 'grafana'],
      ['kafka-broker-1', 2, 'Healthy', 'kafka'],
      ['kafka-broker-2', 2, 'Healthy', 'kafka'],
      ['kafka-broker-3', 2, 'Healthy', 'kafka'],
      ['opensearch', 2, 'Healthy', 'grafana'],
      ['quote', 2, 'Healthy', 'shipping'],
      ['quote-standby', 2, 'Healthy', 'shipping'],
    ]);
    expect(answer.completeness).toEqual({
      beyondDepth: 0,
      stoppedByFilter: 0,
      stoppedByPropagates: 3,
      componentsOmitted: 0,
      notRecorded: [],
      notInService: { components: 0, applications: 0 },
      withheld: [],
    });
  });

  /*
   * Each takes the worst of its components above. fulfilment: all but accounting. platform: all but otel-collector. The storefront, the
   * catalogue and ordering have nothing but their own components.
   */
  test('names the applications that these are in, and neither capabilities nor audiences nor revenue', () => {
    expect(applicationsOf(answer)).toEqual([
      ['fulfilment', 1, 'Outage', 7],
      ['platform', 1, 'Warning', 6],
    ]);
    expect([answer.capabilities, answer.processes, answer.audiences]).toEqual([[], [], []]);
    expect(answer).not.toHaveProperty('revenueExposure');
  });
});

/*
 * Hop 1: cart, currency, payment, product-catalog, shipping Hard: Outage. email Soft and required: Degraded. kafka Async: Warning. flagd
 * Soft and optional: Warning.
 * Hop 2: astronomy-db stops product-catalog, Hard: Outage. Each of the others has one beside it that is enough, or two of three brokers.
 * Two edges to otel-collector do not propagate: those of checkout and payment.
 */
test('what could stop checkout', () => {
  const answer = answerTo('component', 'checkout', 'upstream');
  expect(componentsOf(answer)).toEqual([
    ['cart', 1, 'Outage', 'checkout'],
    ['currency', 1, 'Outage', 'checkout'],
    ['payment', 1, 'Outage', 'checkout'],
    ['product-catalog', 1, 'Outage', 'checkout'],
    ['shipping', 1, 'Outage', 'checkout'],
    ['email', 1, 'Degraded', 'checkout'],
    ['flagd', 1, 'Warning', 'checkout'],
    ['kafka', 1, 'Warning', 'checkout'],
    ['astronomy-db', 2, 'Outage', 'product-catalog'],
    ['card-provider', 2, 'Healthy', 'payment'],
    ['card-provider-backup', 2, 'Healthy', 'payment'],
    ['kafka-broker-1', 2, 'Healthy', 'kafka'],
    ['kafka-broker-2', 2, 'Healthy', 'kafka'],
    ['kafka-broker-3', 2, 'Healthy', 'kafka'],
    ['quote', 2, 'Healthy', 'shipping'],
    ['quote-standby', 2, 'Healthy', 'shipping'],
    ['valkey-cart', 2, 'Healthy', 'cart'],
    ['valkey-cart-replica', 2, 'Healthy', 'cart'],
  ]);
  expect(answer.completeness.stoppedByPropagates).toBe(2);
});

/*
 * Zone A holds astronomy-db, currency, image-provider, valkey-cart, shipping, quote, quote-standby, kafka-broker-1 and flagd alone: Outage.
 * frontend-proxy, frontend, product-catalog, cart, checkout and kafka are in other zones as well and start Degraded, but product-catalog
 * (astronomy-db), checkout (currency), frontend (product-catalog) and frontend-proxy (frontend) are pulled down Hard by what is in zone A
 * alone. cart has its second store in zone B, and kafka its two other brokers in zones B and C.
 */
test('a zone that fails takes down even those that also run elsewhere, when what they need does not', () => {
  const answer = answerTo('hosting-zone', 'eu-central-a', 'downstream');
  expect(answer.origin).toHaveLength(15);
  expect(
    answer.origin
      .filter((component) => component.expectedState !== 'Outage')
      .map((component) => [component.technicalName, component.expectedState]),
  ).toEqual([
    ['cart', 'Degraded'],
    ['kafka', 'Degraded'],
  ]);
});

/*
 * ad, recommendation, payment, email, accounting, fraud-detection, valkey-cart-replica and kafka-broker-2 run in zone B alone: Outage. The
 * other six start Degraded; payment pulls checkout down Hard, that frontend, that frontend-proxy.
 */
test('a failed zone only degrades components that also run elsewhere and depend on nothing in the zone', () => {
  const answer = answerTo('hosting-zone', 'eu-central-b', 'downstream');
  expect(
    answer.origin
      .filter((component) => component.expectedState !== 'Outage')
      .map((component) => [component.technicalName, component.expectedState]),
  ).toEqual([
    ['cart', 'Degraded'],
    ['kafka', 'Degraded'],
    ['product-catalog', 'Degraded'],
  ]);
  expect(answer.origin).toHaveLength(14);
});

/*
 * Online sales fails with the outermost of the storefront, the catalogue and ordering, and with what these need. shipping calls quote and
 * quote-standby, of which one is enough, but both run in zone A. The cart stores run in zones A and B, but both are Valkey. Each zone holds
 * one broker of three, and the card providers run in no zone of ours: nothing shared takes too many of these.
 */
test('its redundancy of shipping quotes and of cart stores does not protect it', () => {
  const entity = graph.findEntity('capability', 'online-sales')!;
  const { singlePoints, cutSets, margins } = weakPointsOf(graph, entity, { state: 'Outage', order: 2, canSeeRevenue: false });
  const names = (nodes: readonly number[]): string[] => nodes.map((node) => graph.components.technicalNameOf(node));
  expect(names(singlePoints.map(({ node }) => node))).toEqual(
    ['astronomy-db', 'cart', 'checkout', 'currency', 'frontend', 'frontend-proxy', 'payment', 'product-catalog', 'shipping'].sort(),
  );
  expect(cutSets.map(({ members }) => names(members.map(({ node }) => node)))).toEqual([
    ['card-provider', 'card-provider-backup'],
    ['quote', 'quote-standby'],
    ['valkey-cart', 'valkey-cart-replica'],
  ]);
  const causeName = ({ kind, index }: (typeof margins)[number]['sharedCauses'][number]['cause']): string =>
    kind === 'component' ? '' : (kind === 'hosting-zone' ? graph.hostingZones : graph.technologies).at(index).technicalName;
  expect(
    margins.map(({ group, targets, failuresLeft, sharedCauses }) => [
      graph.edges.groups.nameOf(group),
      targets,
      failuresLeft,
      sharedCauses.map(({ cause }) => causeName(cause)),
    ]),
  ).toEqual([
    ['cart-store', 2, 1, ['valkey-8']],
    ['quotes', 2, 1, ['eu-central-a']],
    ['brokers', 3, 1, []],
    ['card-providers', 2, 1, []],
  ]);
});
