/** One service of a compose file: the fields that tell what it is and what it needs, and how a later file adds to an earlier one. */
import type { ImportReport } from './importReport';
import { interpolate, type Variables } from './interpolation';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type LocatedField, type Place } from './locatedYaml';

export type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully';
const CONDITIONS: readonly string[] = ['service_started', 'service_healthy', 'service_completed_successfully'];

export interface Need {
  condition: Condition;
  required: boolean;
  place: Place;
}

export interface Use {
  target: string;
  place: Place;
}

export interface ComposeService {
  name: string;
  place: Place;
  image: { text: string; place: Place } | null;
  isBuilt: boolean;
  /** Others can connect to it. */
  hasPorts: boolean;
  dependsOn: Map<string, Need>;
  /** Older ways to say that one service uses another. */
  links: Use[];
  networkOf: Use | null;
  volumesFrom: Use[];
  profiles: { names: string[]; place: Place } | null;
}

/** Fields that are read here. */
const READ = new Set([
  'image',
  'build',
  'depends_on',
  'links',
  'external_links',
  'network_mode',
  'volumes_from',
  'profiles',
  'extends',
  'container_name',
  'hostname',
  'ports',
  'expose',
]);

const NOTHING: Omit<ComposeService, 'name' | 'place'> = {
  image: null,
  isBuilt: false,
  hasPorts: false,
  dependsOn: new Map(),
  links: [],
  networkOf: null,
  volumesFrom: [],
  profiles: null,
};

export class ServiceReader {
  constructor(
    private readonly variables: Variables,
    private readonly report: ImportReport,
  ) {}

  /** `base` as `own` changes it: single values are replaced, sets of fields and lists grow. */
  read(name: string, own: LocatedField, base: ComposeService | null): ComposeService {
    this.tellRest(name, own);
    const before = base ?? { ...NOTHING, name, place: own.keyPlace };
    const states = (field: string): boolean => fieldOf(own, field) !== undefined;
    return {
      name,
      place: own.keyPlace,
      image: this.imageIn(own) ?? before.image,
      isBuilt: states('build') || before.isBuilt,
      hasPorts: states('ports') || states('expose') || before.hasPorts,
      dependsOn: this.merged(before.dependsOn, fieldOf(own, 'depends_on'), name),
      links: this.added(before.links, fieldOf(own, 'links'), (text) => text.split(':')[0] ?? text),
      networkOf: this.networkIn(own) ?? before.networkOf,
      volumesFrom: this.added(before.volumesFrom, fieldOf(own, 'volumes_from'), (text) =>
        text.startsWith('container:') ? '' : (text.split(':')[0] ?? text),
      ),
      profiles: this.profilesIn(own, before),
    };
  }

  /** What is in the file and has no place in a component. */
  private tellRest(name: string, own: LocatedField): void {
    for (const [field, { keyPlace }] of fieldsOf(own))
      if (!READ.has(field) && !field.startsWith('x-')) this.report.ignored(keyPlace, field);
    for (const link of itemsOf(fieldOf(own, 'external_links')))
      this.report.notMapped(link.place, `${name} links to ${textOf(link) ?? 'something'}, which is outside of this project`);
  }

  private imageIn(own: LocatedField): ComposeService['image'] {
    const field = fieldOf(own, 'image');
    const text = this.text(field);
    return field === undefined || text === undefined ? null : { text, place: field.place };
  }

  /** `network_mode: service:other` puts a service behind the network of another. */
  private networkIn(own: LocatedField): Use | null {
    const field = fieldOf(own, 'network_mode');
    const mode = this.text(field) ?? '';
    return field === undefined || !mode.startsWith('service:') ? null : { target: mode.slice('service:'.length), place: field.place };
  }

  private profilesIn(own: LocatedField, base: ComposeService): ComposeService['profiles'] {
    const field = fieldOf(own, 'profiles');
    const names = itemsOf(field).flatMap((item) => this.text(item) ?? []);
    if (field === undefined || names.length === 0) return base.profiles;
    return { names: [...new Set([...(base.profiles?.names ?? []), ...names])], place: field.keyPlace };
  }

  private text(located: Located | undefined): string | undefined {
    const text = textOf(located);
    return text === undefined ? undefined : interpolate(text, this.variables).trim();
  }

  private added(base: readonly Use[], field: LocatedField | undefined, targetIn: (text: string) => string): Use[] {
    const kept = field?.tag === '!reset' || field?.tag === '!override' ? [] : base;
    if (field === undefined || field.tag === '!reset') return [...kept];
    const uses = itemsOf(field).map((item) => ({ target: targetIn(this.text(item) ?? ''), place: item.place }));
    return [...kept, ...uses.filter(({ target }) => target !== '')];
  }

  /** The short form, a list, is the long one with its defaults. */
  private merged(base: ReadonlyMap<string, Need>, field: LocatedField | undefined, name: string): Map<string, Need> {
    const needs = new Map(field?.tag === '!reset' || field?.tag === '!override' ? [] : base);
    if (field === undefined || field.tag === '!reset') return needs;
    for (const item of itemsOf(field)) {
      const target = this.text(item);
      if (target !== undefined) needs.set(target, { condition: 'service_started', required: true, place: item.place });
    }
    for (const [target, located] of fieldsOf(field)) {
      const stated = this.text(fieldOf(located, 'condition')) ?? 'service_started';
      const condition = CONDITIONS.includes(stated) ? (stated as Condition) : 'service_started';
      if (condition !== stated)
        this.report.decided(
          fieldOf(located, 'condition')?.place,
          `${name} needs ${target} as ${stated}, which is no condition of compose: read as service_started`,
        );
      needs.set(interpolate(target, this.variables), {
        condition,
        required: fieldOf(located, 'required')?.value !== false,
        place: located.keyPlace,
      });
    }
    return needs;
  }
}
