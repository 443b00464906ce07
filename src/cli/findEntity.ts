/** Finds the entity that a person means: by GUID or technical name, of any of the nine kinds. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { closest } from '@/domain/manifest/closest';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import type { Api } from './api';
import { Failure } from './failure';

export interface FoundEntity {
  kind: EntityKind;
  id: string;
  technicalName: string;
  name: string;
}

const MOST_SUGGESTIONS = 5;

/** Throws Failure if there is none (with similar names) or if several kinds have one. */
export async function findEntity(api: Api, name: string, kind: EntityKind | undefined): Promise<FoundEntity> {
  const kinds = kind === undefined ? ENTITY_KINDS : [kind];
  const found = (await Promise.all(kinds.map((candidate) => lookUp(api, name, candidate)))).filter((entity) => entity !== null);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first === undefined) throw await nothingFound(api, name, kind);
  const names = found.map((entity) => entity.kind);
  throw new Failure(`"${name}" names ${names.length} things: ${names.join(', ')}`, {
    code: 'ambiguous',
    hint: `choose one: ${names.map((candidate) => `--kind ${candidate}`).join(' or ')}`,
    facts: { kinds: names },
  });
}

async function lookUp(api: Api, name: string, kind: EntityKind): Promise<FoundEntity | null> {
  const answer = await api.request({ method: 'GET', path: `/${ENTITY_REGISTRY[kind].path}/${encodeURIComponent(name)}`, expected: [404] });
  if (answer.status === 404) return null;
  const { id, technicalName, name: displayName } = JSON.parse(answer.text) as Omit<FoundEntity, 'kind'>;
  return { kind, id, technicalName, name: displayName };
}

async function nothingFound(api: Api, name: string, kind: EntityKind | undefined): Promise<Failure> {
  const suggestions = await nearNames(api, name, kind === undefined ? ENTITY_KINDS : [kind]);
  const what = kind === undefined ? 'nothing' : `no ${ENTITY_REGISTRY[kind].singular}`;
  const names = suggestions.map((suggestion) => `${suggestion.technicalName} (${suggestion.kind})`);
  return new Failure(`there is ${what} called "${name}" in this landscape`, {
    code: 'not_found',
    hint: names.length === 0 ? 'a name is a technicalName, in exact case, or a GUID' : `did you mean ${names.join(', ')}?`,
    facts: { suggestions: suggestions.map(({ kind: of, technicalName }) => ({ kind: of, technicalName })) },
  });
}

/** Entities whose names contain the text or resemble it: of each kind, among those that match its beginning or are on the first page. */
async function nearNames(api: Api, name: string, kinds: readonly EntityKind[]): Promise<FoundEntity[]> {
  const start = name.slice(0, Math.max(3, Math.floor(name.length / 2)));
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const [holding, beginning, first] = await Promise.all([list(api, kind, name), list(api, kind, start), list(api, kind)]);
      const candidates = new Map([...holding, ...beginning, ...first].map((entity) => [entity.technicalName, entity]));
      const byName = new Map([...candidates.values()].map((entity) => [entity.name, entity]));
      const spelled = candidates.get(closest(name, candidates.keys()) ?? '') ?? byName.get(closest(name, byName.keys()) ?? '');
      return { spelled: spelled === undefined ? [] : [spelled], holding: holding.slice(0, MOST_SUGGESTIONS) };
    }),
  );
  const all = [...found.flatMap(({ spelled }) => spelled), ...found.flatMap(({ holding }) => holding)];
  return [...new Map(all.map((entity) => [`${entity.kind} ${entity.technicalName}`, entity])).values()].slice(0, MOST_SUGGESTIONS);
}

async function list(api: Api, kind: EntityKind, search?: string): Promise<FoundEntity[]> {
  const { items } = await api.json<{ items: Omit<FoundEntity, 'kind'>[] }>({
    method: 'GET',
    path: `/${ENTITY_REGISTRY[kind].path}`,
    query: { limit: search === undefined ? 200 : 20, search: search?.slice(0, 200) },
  });
  return items.map(({ id, technicalName, name }) => ({ kind, id, technicalName, name }));
}
