/** Finds places by springs away from the main thread. */
import type { Joined, Sized } from './elkEngine';
import type { Point } from './picture';
import { springPlaces } from './springPlaces';

export interface SpringRequest {
  nodes: Sized[];
  edges: Joined[];
}
export type SpringReply = [string, Point][];

self.onmessage = ({ data }: MessageEvent<SpringRequest>) => {
  const reply: SpringReply = [
    ...springPlaces(
      data.nodes.map(({ id }) => id),
      data.edges,
    ),
  ];
  self.postMessage(reply);
};
