/** Makes a model of an architecture of what LikeC4 files say: finds what names mean, and which level each element has. */
import type { Architecture, ArchitectureElement, DeploymentNode, Environment } from '@/sources/architecture/architecture';
import type { ImportReport } from '@/sources/proposal/importReport';
import { unreadableAt } from '@/sources/proposal/unreadableSource';
import { byCodeUnit } from '@/plain/order';
import { levelsOf, type Sorted } from '@/sources/architecture/levels';
import { sortOf } from './likec4Kinds';
import { Names } from './likec4Names';
import type { RawElement, RawModel, RawNode, RawRelation } from './likec4Raw';

const MAXIMUM_DEPTH = 64;

const lastName = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
const parentOf = (id: string): string => (id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : '');
const depthOf = (id: string): number => id.split('.').length;
const isEnvironment = (kind: string): boolean => /^(?:env|environment|stage)$/i.test(kind);
/** The shape of what keeps data is called storage, whatever keeps it. */
const wordOfShape = (shape: string): string => (shape === 'storage' ? 'cylinder' : shape);

/** Throws UnreadableSource if something is nested too deeply. */
export function toArchitecture(raw: RawModel, report: ImportReport): Architecture {
  return new Assembler(raw, report).assemble();
}

class Assembler {
  private readonly elements = new Map<string, ArchitectureElement>();
  private readonly names: Names;
  private readonly model: Architecture = { elements: [], relations: [], environments: [] };

  constructor(
    private readonly raw: RawModel,
    private readonly report: ImportReport,
  ) {
    for (const { id, position } of [...raw.elements, ...raw.nodes])
      if (depthOf(id) > MAXIMUM_DEPTH) throw unreadableAt({ ...position, message: 'is nested too deeply' });
    this.names = new Names(raw.elements.map(({ id }) => id));
  }

  assemble(): Architecture {
    this.addElements();
    for (const relation of this.raw.relations) this.addRelation(relation);
    this.addNodes();
    return this.model;
  }

  /** An element may come before the one that it is inside of, in another file. */
  private addElements(): void {
    const known = new Map<string, { raw: RawElement; sorted: Sorted }>();
    for (const raw of [...this.raw.elements].sort((one, other) => depthOf(one.id) - depthOf(other.id))) {
      const parent = known.get(parentOf(raw.id)) ?? null;
      if (known.has(raw.id))
        this.report.notMapped(raw.position, `there is another element ${lastName(raw.id)} in the same place, so this was skipped`);
      else if (parent === null && raw.id.includes('.'))
        this.report.notMapped(
          raw.position,
          `${lastName(raw.id)} is inside something that is not in these files`,
          'elements inside something unknown',
        );
      else {
        const kind = this.raw.kinds.get(raw.kind);
        const sort = sortOf(raw.kind, kind?.notation, raw.shape ?? kind?.shape);
        known.set(raw.id, { raw, sorted: { id: raw.id, sort, parent: parent?.sorted ?? null } });
      }
    }
    const levels = levelsOf([...known.values()].map(({ sorted }) => sorted));
    for (const { raw } of known.values()) this.elements.set(raw.id, this.elementOf(raw, levels.get(raw.id)!));
    const inOrder = this.raw.elements.map(({ id }) => this.elements.get(id)).filter((element) => element !== undefined);
    this.model.elements.push(...new Set(inOrder));
  }

  private elementOf(raw: RawElement, level: ArchitectureElement['level']): ArchitectureElement {
    const kind = this.raw.kinds.get(raw.kind);
    const notation = kind?.notation ?? '';
    const shape = raw.shape ?? kind?.shape;
    const isExternal = /^external|^third-?party/i.test(raw.kind) || /^external\b/i.test(notation);
    return {
      level,
      key: raw.id,
      name: raw.title || lastName(raw.id),
      description: raw.description || undefined,
      technology: raw.technology || kind?.technology || undefined,
      tags: [...raw.tags, ...(kind?.tags ?? [])],
      words: [raw.kind, notation, ...(shape === undefined ? [] : [wordOfShape(shape)])].filter((word) => word !== ''),
      links: raw.links ?? [],
      contact: raw.contact,
      isExternal,
      parent: this.elements.get(parentOf(raw.id)) ?? null,
      position: raw.position,
    };
  }

  private addRelation({ source, target, scope, kind, title, technology, tags, position }: RawRelation): void {
    const [from, to] = [source, target].map((end) => this.elements.get(this.names.find(end, scope) ?? ''));
    if (from === undefined || to === undefined) {
      const unknown = from === undefined ? source : target;
      const named = /^[\w.-]{1,100}$/.test(unknown) ? unknown : 'something';
      this.report.notMapped(
        position,
        `a relation with ${named}, which is not in the model, or stands for several elements`,
        'relations with something unknown',
      );
      return;
    }
    const ofKind = this.raw.relationKinds.get(kind ?? '');
    const isAsync = [kind ?? '', ...tags].some((word) => /^async(?:hronous)?$/i.test(word));
    for (const tag of tags) if (!/^async(?:hronous)?$/i.test(tag)) this.report.ignored(position, 'tags of relations');
    this.model.relations.push({
      source: from,
      target: to,
      text: title || (kind ?? ''),
      technology: technology || ofKind?.technology || undefined,
      tags,
      isAsync,
      position,
    });
  }

  private addNodes(): void {
    const nodes = new Map<string, DeploymentNode & { isEnvironment: boolean }>();
    const environments = new Map<string, Environment>();
    const environment = (name: string, position: RawNode['position']): Environment => {
      const found = environments.get(name) ?? { name, nodes: [], position };
      environments.set(name, found);
      return found;
    };
    const ordered = this.raw.nodes.map((raw, place) => ({ raw, place }));
    ordered.sort(
      (one, other) => depthOf(one.raw.id) - depthOf(other.raw.id) || one.place - other.place || byCodeUnit(one.raw.id, other.raw.id),
    );
    for (const { raw } of ordered) {
      const parent = nodes.get(parentOf(raw.id));
      if (raw.element !== undefined) this.addInstance(raw, parent);
      else if (isEnvironment(raw.kind) && parent === undefined) {
        const { name, nodes: inside } = environment(raw.title || lastName(raw.id), raw.position);
        nodes.set(raw.id, { ...this.nodeOf(raw), name, nodes: inside, isEnvironment: true });
      } else {
        const node = { ...this.nodeOf(raw), isEnvironment: false };
        nodes.set(raw.id, node);
        (parent?.nodes ?? environment('Default', raw.position).nodes).push(node);
      }
    }
    // What is outside of every environment is one of its own, and never the last.
    const named = [...environments.values()].filter(({ name }) => name !== 'Default');
    this.model.environments.push(...[...environments.values()].filter(({ name }) => name === 'Default'), ...named);
  }

  private nodeOf({ id, kind, title, technology, tags, position }: RawNode): DeploymentNode {
    const ofKind = this.raw.nodeKinds.get(kind);
    return {
      name: title || lastName(id),
      technology: technology || ofKind?.technology || undefined,
      tags,
      words: [kind, ofKind?.notation ?? ''].filter((word) => word !== ''),
      nodes: [],
      instances: [],
      position,
    };
  }

  private addInstance({ element, tags, position }: RawNode, parent: (DeploymentNode & { isEnvironment: boolean }) | undefined): void {
    const found = this.elements.get(this.names.find(element ?? '', '') ?? '');
    if (found === undefined || parent === undefined || parent.isEnvironment)
      this.report.notMapped(
        position,
        'an instance of something that is not in the model, or outside every node',
        'instances of something unknown',
      );
    else parent.instances.push({ element: found, tags, position });
  }
}
