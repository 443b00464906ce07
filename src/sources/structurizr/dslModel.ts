/** Reads the model of a Structurizr workspace from the statements of its DSL. */
import type { Architecture, ArchitectureElement, Level } from '@/sources/architecture/architecture';
import type { FoundLink } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Position } from '@/sources/proposal/locatedYaml';
import { Archetypes } from './dslArchetypes';
import { DslDeployment, unnamed } from './dslDeployment';
import { keywordOf, readProperty, reportUnknown, tagsIn, textIn, type DslTexts } from './dslProperties';
import type { Statement } from './dslStatements';
import type { Word } from './dslWords';

/** An element while its block is being read. */
type DslElement = ArchitectureElement & DslTexts & { links: FoundLink[] };

/** Where a statement stands. */
interface Scope {
  element: DslElement | null;
  /** Identifiers of the elements around it, which hierarchical identifiers begin with; with and without groups. */
  path: readonly string[];
  pathWithGroups: readonly string[];
}

interface PendingRelation extends DslTexts {
  source: string | ArchitectureElement;
  target: string | ArchitectureElement;
  scope: Scope;
  position: Position;
}

/** By keyword: the level, and which of the words after the name is what. */
const ELEMENTS: ReadonlyMap<string, { level: Level; texts: readonly ('description' | 'technology' | 'tags' | 'metadata')[] }> = new Map([
  ['person', { level: 'person', texts: ['description', 'tags'] }],
  ['softwaresystem', { level: 'system', texts: ['description', 'tags'] }],
  ['container', { level: 'container', texts: ['description', 'technology', 'tags'] }],
  ['component', { level: 'part', texts: ['description', 'technology', 'tags'] }],
  ['element', { level: 'custom', texts: ['metadata', 'description', 'tags'] }],
  ['group', { level: 'holder', texts: [] }],
  ['enterprise', { level: 'holder', texts: [] }],
]);
/** Statements of a workspace or a model that say nothing about it. */
const SKIPPED = new Set(
  'views configuration branding themes theme styles !script !plugin !docs !adrs !decisions !impliedrelationships name description properties !components !elements !relationships'.split(
    ' ',
  ),
);
const OUTSIDE: Scope = { element: null, path: [], pathWithGroups: [] };

/** `statements` of a file whose outermost statement is a workspace, after those of the workspace that it extends. */
export function readDslModel(workspaces: readonly (readonly Statement[])[], report: ImportReport): Architecture {
  const reader = new ModelReader(report);
  for (const statements of workspaces) reader.readWorkspace(statements);
  return reader.finish();
}

class ModelReader {
  private readonly model: Architecture = { elements: [], relations: [], environments: [] };
  private readonly byIdentifier = new Map<string, DslElement>();
  private readonly pending: PendingRelation[] = [];
  private readonly archetypes: Archetypes;
  private readonly deployments: [words: readonly Word[], statement: Statement][] = [];
  private isHierarchical = false;
  private enterprise: DslElement | null = null;

  constructor(private readonly report: ImportReport) {
    this.archetypes = new Archetypes(report);
  }

  readWorkspace(statements: readonly Statement[]): void {
    const workspace = statements.find((statement) => keywordOf(statement) === 'workspace');
    if (workspace === undefined) return;
    const [, name] = workspace.words;
    if (keywordOf({ words: name === undefined ? [] : [name] }) !== 'extends') this.model.name = textIn(name);
    for (const statement of workspace.block ?? []) {
      const keyword = keywordOf(statement);
      if (keyword === 'name') this.model.name = textIn(statement.words[1]) ?? this.model.name;
      if (keyword === 'model') for (const inner of statement.block ?? []) this.statement(inner, OUTSIDE);
      else this.statement(statement, OUTSIDE);
    }
  }

  /** Relations and deployments may name what comes after them. */
  finish(): Architecture {
    for (const relation of this.pending) this.relate(relation);
    const deployment = new DslDeployment((reference) => this.find(reference, OUTSIDE), this.archetypes, this.report);
    for (const [words, statement] of this.deployments) this.model.environments.push(deployment.environment(words, statement));
    for (const element of this.model.elements)
      if (this.enterprise !== null && element.level === 'system' && !isInside(element, this.enterprise)) element.isExternal = true;
    return this.model;
  }

  private statement(statement: Statement, scope: Scope): void {
    const { words, identifier, position } = unnamed(statement);
    const inner = { ...statement, words };
    if (this.isRelation(inner, scope)) return;
    const keyword = keywordOf(inner);
    const archetype = this.archetypes.meaningOf(keyword);
    const kind = ELEMENTS.get(archetype.keyword);
    if (kind !== undefined) this.element(inner, kind, archetype, scope, identifier);
    else if (archetype.keyword === 'deploymentenvironment') this.deployments.push([words.slice(1), inner]);
    else if (keyword === 'archetypes') this.archetypes.read(statement.block ?? []);
    else if (keyword === '!identifiers') this.isHierarchical = words[1]?.text.toLowerCase() === 'hierarchical';
    else if (/^!(?:element|ref|extend)$/.test(keyword)) this.extend(inner, scope);
    else if (scope.element !== null && readProperty(inner, scope.element, this.report)) return;
    else if (SKIPPED.has(keyword)) this.skip(keyword, position);
    else reportUnknown(inner, this.report);
  }

  private skip(keyword: string, position: Position): void {
    if (keyword === '!elements' || keyword === '!relationships' || keyword === '!components')
      this.report.notMapped(position, `${keyword} changes many elements at once, which is not read`);
    else if (keyword !== 'name' && keyword !== 'description') this.report.ignored(position, keyword);
  }

  private element(
    { words, block }: Statement,
    { level, texts }: { level: Level; texts: readonly string[] },
    archetype: DslTexts,
    scope: Scope,
    identifier: string | undefined,
  ): void {
    const [keyword, name, ...values] = words;
    const valueOf = (text: string): Word | undefined => values[texts.indexOf(text)];
    const element: DslElement = {
      level,
      name: textIn(name) ?? identifier ?? 'unnamed',
      description: textIn(texts.includes('description') ? valueOf('description') : undefined) ?? archetype.description,
      technology: textIn(texts.includes('technology') ? valueOf('technology') : undefined) ?? archetype.technology,
      tags: [...archetype.tags, ...tagsIn(texts.includes('tags') ? values.slice(texts.indexOf('tags')) : [])],
      words: [],
      links: [],
      isExternal: false,
      parent: scope.element,
      position: keyword!.position,
    };
    this.model.elements.push(element);
    if (keywordOf({ words: [keyword!] }) === 'enterprise') this.enterprise = element;
    if (identifier !== undefined) {
      this.register(identifier, element, scope);
      element.key = (this.isHierarchical ? [...scope.path, identifier] : [identifier]).join('.').toLowerCase();
    }
    const own = identifier === undefined ? [] : [identifier];
    const inside = {
      element,
      path: level === 'holder' ? scope.path : [...scope.path, ...own],
      pathWithGroups: [...scope.pathWithGroups, ...own],
    };
    for (const statement of block ?? []) this.statement(statement, inside);
  }

  private register(identifier: string, element: DslElement, scope: Scope): void {
    const paths = this.isHierarchical ? [scope.path, scope.pathWithGroups] : [[]];
    for (const path of paths) {
      const key = [...path, identifier].join('.').toLowerCase();
      const known = this.byIdentifier.get(key);
      if (known !== undefined && known !== element)
        this.report.notMapped(element.position, `the identifier of ${element.name} is already that of ${known.name}`);
      else this.byIdentifier.set(key, element);
    }
  }

  private find(reference: string, { element, path, pathWithGroups }: Scope): DslElement | undefined {
    const name = reference.toLowerCase();
    if (name === 'this' && element !== null) return element;
    for (const around of [path, pathWithGroups])
      for (let length = around.length; length >= 0; length -= 1) {
        const found = this.byIdentifier.get([...around.slice(0, length), name].join('.').toLowerCase());
        if (found !== undefined) return found;
      }
    return undefined;
  }

  /** `a -> b`, `-> b` and `a --https-> b`, with texts after it. */
  private isRelation({ words, block }: Statement, scope: Scope): boolean {
    const place = words.slice(0, 2).findIndex((word) => !word.isQuoted && this.archetypes.arrow(word.text) !== null);
    if (place === -1) return false;
    const arrow = this.archetypes.arrow(words[place]!.text)!;
    const [target, description, technology, ...tags] = words.slice(place + 1);
    const texts: DslTexts = {
      description: textIn(description) ?? arrow.description,
      technology: textIn(technology) ?? arrow.technology,
      tags: [...arrow.tags, ...tagsIn(tags)],
    };
    for (const statement of block ?? []) if (!readProperty(statement, texts, this.report)) reportUnknown(statement, this.report);
    const { position } = words[0]!;
    const source = place === 1 ? words[0]!.text : scope.element;
    if (source === null || target === undefined)
      this.report.notMapped(position, 'a relation without both its ends', 'relations with something unknown');
    else this.pending.push({ ...texts, source, target: target.text, scope, position });
    return true;
  }

  private relate({ source, target, scope, position, description = '', technology, tags }: PendingRelation): void {
    const [from, to] = [source, target].map((end) => (typeof end === 'string' ? this.find(end, scope) : end));
    if (from === undefined || to === undefined) {
      const unknown = [source, target].filter((end, place) => typeof end === 'string' && [from, to][place] === undefined);
      const named = unknown.filter((end) => typeof end === 'string' && /^[\w.-]{1,100}$/.test(end)).join(' and ');
      this.report.notMapped(
        position,
        `a relation with ${named === '' ? 'something' : named}, which is not in the model`,
        'relations with something unknown',
      );
      return;
    }
    const isAsync = tags.some((tag) => /^async(?:hronous)?$/i.test(tag));
    this.model.relations.push({ source: from, target: to, text: description, technology, tags, isAsync, position });
    for (const tag of tags) if (!/^async(?:hronous)?$/i.test(tag)) this.report.ignored(position, 'tags of relations');
  }

  /** `!element shop { … }` adds to an element that exists. */
  private extend({ words, block }: Statement, scope: Scope): void {
    const element = words[1] === undefined ? undefined : this.find(words[1].text, scope);
    if (element === undefined) {
      this.report.notMapped(words[0]!.position, 'this refers to an element that is not in the model, so it was skipped');
      return;
    }
    const path = words[1]!.text.split('.');
    for (const statement of block ?? []) this.statement(statement, { element, path, pathWithGroups: path });
  }
}

function isInside(element: ArchitectureElement, holder: ArchitectureElement): boolean {
  for (let at: ArchitectureElement | null = element; at !== null; at = at.parent) if (at === holder) return true;
  return false;
}
