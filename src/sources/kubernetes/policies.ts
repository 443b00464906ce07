/** Which workloads network policies let through to which others. What is allowed may still never happen. */
import { fieldOf, itemsOf, type Located, type Position } from '@/sources/proposal/locatedYaml';
import { textsOf, type Resource } from './resources';

export interface Allowed<Member> {
  sources: readonly Member[];
  targets: readonly Member[];
  position: Position;
  policy: string;
}

const NAMESPACE = 'kubernetes.io/metadata.name';

/** Only rules that select workloads at both ends. */
export function allowedBy<Member>(
  { root, name, namespace }: Resource,
  matching: (namespace: string, selector: ReadonlyMap<string, string>) => readonly Member[],
): Allowed<Member>[] {
  const own = matching(namespace, labelsOf(fieldOf(root, 'spec', 'podSelector')));
  if (own.length === 0) return [];
  const peers = (direction: string, end: string): { members: readonly Member[]; position: Position }[] =>
    itemsOf(fieldOf(root, 'spec', direction))
      .flatMap((rule) => itemsOf(fieldOf(rule, end)))
      .map((peer) => {
        const elsewhere = fieldOf(peer, 'namespaceSelector');
        const where = elsewhere === undefined ? namespace : labelsOf(elsewhere).get(NAMESPACE);
        return { members: where === undefined ? [] : matching(where, labelsOf(fieldOf(peer, 'podSelector'))), position: peer.position };
      });
  return [
    ...peers('egress', 'to').map(({ members, position }) => ({ sources: own, targets: members, position, policy: name })),
    ...peers('ingress', 'from').map(({ members, position }) => ({ sources: members, targets: own, position, policy: name })),
  ].filter(({ sources, targets }) => sources.length > 0 && targets.length > 0);
}

/** Empty, which selects nothing here, if it selects by more than equal labels. */
function labelsOf(selector: Located | undefined): ReadonlyMap<string, string> {
  return itemsOf(fieldOf(selector, 'matchExpressions')).length > 0 ? new Map() : textsOf(fieldOf(selector, 'matchLabels'));
}
