/** Tells while files are read how much of them is read, and what is in it so far. */
import type { Observed } from '@/domain/observe/observed';
import type { Unit } from '@/domain/observe/units';

export interface ReadSoFar {
  unit: Unit;
  count: number;
  services: number;
  dependencies: number;
}

export class SeenSoFar {
  private services = 0;
  private dependencies = 0;
  /** At how many to look again. */
  private next = 1;

  constructor(
    private readonly unit: Unit,
    private readonly observe: () => Observed,
    private readonly tell: (read: ReadSoFar) => void,
  ) {}

  /** `count` is how many are read; looks at them each time they have doubled, so that all looks together cost about two at the end. */
  update(count: number): void {
    if (count >= this.next) {
      const { nodes, edges } = this.observe();
      this.services = nodes.filter(({ isService }) => isService).length;
      this.dependencies = edges.length;
      this.next = 2 * count;
    }
    this.tell({ unit: this.unit, count, services: this.services, dependencies: this.dependencies });
  }
}
