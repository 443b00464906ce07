/** Makes one answer to Prometheus of the answers of several processes, which differ by the label `process`. */

interface Family {
  /** The lines with its help and type. */
  head: string[];
  samples: string[];
}

/** All samples of a metric stand together below its help and type, as the text format requires. The first text decides the order. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) {
    let family: Family | null = null;
    let isNew = false;
    for (const line of text.split('\n')) {
      const [, what, name] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (name !== undefined) {
        if (what === 'HELP') isNew = !families.has(name);
        family = families.get(name) ?? { head: [], samples: [] };
        families.set(name, family);
        if (isNew) family.head.push(line);
      } else if (line !== '') family?.samples.push(line);
    }
  }
  return `${[...families.values()].map(({ head, samples }) => [...head, ...samples].join('\n')).join('\n\n')}\n`;
}
