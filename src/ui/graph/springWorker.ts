/** Runs fcose's draft away from the main thread, on a Cytoscape that draws nothing. */
import cytoscape from 'cytoscape';
import fcose from 'cytoscape-fcose';
import type { Point } from './picture';

export interface SpringRequest {
  nodes: { id: string; parent?: string | undefined; width: number; height: number }[];
  edges: { id: string; source: string; target: string }[];
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
      ...data.edges.map((edge) => ({ group: 'edges' as const, data: edge })),
    ],
  });
  // A draft is enough above a few hundred nodes: the full run takes a minute for two thousand.
  const options = { name: 'fcose', quality: 'draft', animate: false, randomize: true, nodeSeparation: 160, packComponents: true };
  cy.layout(options as cytoscape.LayoutOptions).run();
  const reply: SpringReply = cy.nodes(':childless').map((node) => [node.id(), { ...node.position() }]);
  self.postMessage(reply);
};
