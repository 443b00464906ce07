/** What the words on a link say about the page behind it. */
import type { ReferenceKind } from '@/domain/vocabulary';

/** The first that fits decides: a runbook in a wiki is a runbook. */
const WORDS: readonly [ReferenceKind, RegExp][] = [
  ['Other', /^other$/],
  ['Runbook', /\b(run ?books?|play ?books?|on ?call|troubleshooting)\b/],
  ['Dashboard', /\b(dashboards?|grafana|kibana|datadog|new ?relic|splunk|monitoring|metrics|logs|traces|alerts?)\b/],
  ['Repository', /\b(repo|repos|repository|repositories|source|source ?code|code|git|github|gitlab|bitbucket)\b/],
  ['Chat', /\b(chat|slack|teams|discord|mattermost|e?mail|mailing list|channel)\b/],
  ['Documentation', /\b(docs?|documentation|tech ?docs|wiki|confluence|handbook|guide|readme|manual|api reference|openapi|swagger)\b/],
];

/** Of its type, icon or title: the first that says something. Other if none does. */
export function referenceKindOf(texts: readonly (string | undefined)[]): ReferenceKind {
  for (const text of texts) {
    const words = (text ?? '')
      .slice(0, 200)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ');
    const kind = WORDS.find(([, pattern]) => pattern.test(words))?.[0];
    if (kind !== undefined) return kind;
  }
  return 'Other';
}
