/** A landscape as plain lists, to compare two of them. */
import type { DependencyView, Landscape } from '@/domain/graph/landscape/views';

/** In no particular order. */
export function everythingIn(landscape: Landscape): {
  components: ReturnType<Landscape['componentView']>[];
  dependencies: DependencyView[];
} {
  const nodes = [...landscape.nodes()];
  return {
    components: nodes.map((node) => landscape.componentView(node)),
    dependencies: nodes.flatMap((node) => landscape.dependenciesOf(node)),
  };
}
