/** The graph library, apart from the pages' own code. It takes a moment to load: whoever waits for what is to be drawn lets it be loaded meanwhile. */
import type cytoscape from 'cytoscape';

export function loadCytoscape(): Promise<{ default: typeof cytoscape }> {
  return import('cytoscape');
}
