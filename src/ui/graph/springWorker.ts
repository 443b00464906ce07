/** Runs fcose's draft away from the main thread, on a Cytoscape that draws nothing. */
import cytoscape from 'cytoscape';
import fcose from 'cytoscape-fcose';
import type { Joined, Sized } from './elkEngine';
import type { Point } from './picture';

export interface SpringRequest {
  nodes: Sized[];
  edges: Joined[];
}
export type SpringReply = [string, Point][];

cytoscape.use(fcose);

self.onmessage = ({ data }: MessageEvent<SpringRequest>) => {
  const cy = cytoscape({
    headless: true,
    styleEnabled: true,
    style: [{ selector: 'node', style: { width: 'data(width)', height: 'data(height)' } }],
    elements: [
      ...data.nodes.map((node) => ({ group: 'nodes' as const, data: node })),
      ...data.edges.map(({ source, target }) => ({ group: 'edges' as const, data: { id: `${source} ${target}`, source, target } })),
    ],
  });
  // A draft is enough: what lies over each other is spread afterwards, and the full run takes a minute for two thousand nodes.
  const options = { name: 'fcose', quality: 'draft', animate: false, randomize: true, nodeSeparation: 160, packComponents: true };
  cy.layout(options as cytoscape.LayoutOptions).run();
  const reply: SpringReply = cy.nodes().map((node) => [node.id(), { ...node.position() }]);
  self.postMessage(reply);
};
