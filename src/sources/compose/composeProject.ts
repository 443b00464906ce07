/** Merges compose files into one project: later files change earlier ones, and `include` and `extends` bring in other files. */
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { ServiceReader, type ComposeService } from './composeService';
import { MountReader } from './mountedFiles';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import type { ImportReport } from '@/sources/proposal/importReport';
import { FileContexts } from './fileContexts';
import { interpolate, readEnvFile, type Variables } from './interpolation';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type LocatedField, type Position } from '@/sources/proposal/locatedYaml';
import { readLocatedYaml } from '@/sources/proposal/yamlReader';

export interface ComposeProject {
  /** Undefined if no file states one. */
  name: string | undefined;
  services: Map<string, ComposeService>;
  files: string[];
  /** By name of each service that is left out: why. */
  switchedOff: ReadonlyMap<string, string>;
  /** Somebody chose profiles, so what is left runs. */
  areProfilesChosen: boolean;
}

interface ComposeFile {
  file: string;
  root: Located;
  services: Map<string, LocatedField>;
}

/** A file that another one includes, with its variables and the directory of its relative paths. */
interface Include {
  path: string;
  position: Position;
  variables: Variables;
  directory: string | null;
}

/** Real projects need only a few. */
const LONGEST_CHAIN = 20;
const TOP_LEVEL = new Set(['services', 'name', 'version', 'include']);

/** Throws UnreadableSource if a named file cannot be read. */
export function readProject(files: readonly string[], source: SourceFiles, variables: Variables, report: ImportReport): ComposeProject {
  const reader = new ProjectReader(source, variables, report);
  for (const file of files) reader.add(file, []);
  return reader.project;
}

class ProjectReader {
  readonly project: ComposeProject = {
    name: undefined,
    services: new Map(),
    files: [],
    switchedOff: new Map(),
    areProfilesChosen: false,
  };
  private readonly opened = new Map<string, ComposeFile>();
  private readonly included = new Set<string>();
  private readonly mounts: MountReader;
  private readonly services: ServiceReader;
  private readonly contexts: FileContexts;

  constructor(
    private readonly source: SourceFiles,
    variables: Variables,
    private readonly report: ImportReport,
  ) {
    this.contexts = new FileContexts(source, variables);
    this.mounts = new MountReader(source, this.contexts);
    this.services = new ServiceReader(source, this.contexts, this.mounts, report);
  }

  add(file: string, includedFrom: readonly string[]): void {
    const opened = this.open(file);
    for (const { path, position, variables, directory } of this.includesOf(opened))
      if (includedFrom.includes(path) || path === file) this.report.notMapped(position, `${path} includes itself`);
      else if (this.source.kind(path) !== 'file') this.report.notMapped(position, `the included file ${path} is not on this machine`);
      else if (!this.included.has(this.source.identity(path))) {
        this.included.add(this.source.identity(path));
        this.contexts.note(path, { variables, directory });
        this.add(path, [...includedFrom, file]);
      }
    const name = textOf(fieldOf(opened.root, 'name'));
    if (name !== undefined && includedFrom.length === 0) this.project.name = interpolate(name, this.contexts.variablesOf(file));
    for (const [serviceName, located] of opened.services) {
      if (located.tag === '!reset') {
        this.project.services.delete(serviceName);
        continue;
      }
      const before = this.project.services.get(serviceName) ?? null;
      this.project.services.set(
        serviceName,
        this.services.read(serviceName, located, this.extended(opened, located, before, [`${file} ${serviceName}`])),
      );
    }
  }

  private open(file: string): ComposeFile {
    const known = this.opened.get(file);
    if (known !== undefined) return known;
    const { documents, mistakes } = readLocatedYaml(file, this.source.read(file));
    const [root] = documents;
    if (root === undefined || mistakes.length > 0)
      throw new UnreadableSource(`${file} is not a readable compose file`, 'invalid_yaml', {
        mistakes,
        hint: mistakes.length === 0 ? 'it is empty' : undefined,
      });
    for (const extra of documents.slice(1))
      this.report.notMapped(extra.position, 'this second document was skipped: compose reads only the first');
    this.mounts.note(root);
    const opened = { file, root, services: this.servicesOf(file, root) };
    this.opened.set(file, opened);
    this.project.files.push(file);
    return opened;
  }

  private servicesOf(file: string, root: Located): Map<string, LocatedField> {
    const services = fieldOf(root, 'services');
    if (services !== undefined || fieldOf(root, 'include') !== undefined) {
      for (const [field, { keyPosition }] of fieldsOf(root))
        if (!TOP_LEVEL.has(field) && !field.startsWith('x-')) this.report.ignored(keyPosition, `top-level ${field}`);
      return new Map(fieldsOf(services).filter(([name]) => !name.startsWith('x-')));
    }
    // The first version of the compose format had its services at the top level.
    const own = fieldsOf(root).filter(([, field]) => fieldOf(field, 'image') !== undefined || fieldOf(field, 'build') !== undefined);
    const isPatch = fieldsOf(root).every(
      ([name]) => name.startsWith('x-') || ['networks', 'volumes', 'configs', 'secrets', 'version', 'name'].includes(name),
    );
    if (own.length === 0 && !isPatch) throw new UnreadableSource(`${file} is not a compose file: it has no services`, 'not_compose');
    return new Map(own);
  }

  private includesOf({ file, root }: ComposeFile): Include[] {
    return itemsOf(fieldOf(root, 'include')).flatMap((item) => {
      const paths = item.value instanceof Map ? oneOrMany(fieldOf(item, 'path')) : [item];
      const outer = this.contexts.variablesOf(file);
      const resolved = (located: Located): string | undefined => {
        const text = textOf(located);
        return text === undefined ? undefined : this.source.join(this.contexts.directoryOf(file), interpolate(text, outer));
      };
      const [first] = paths.flatMap((located) => resolved(located) ?? []);
      const own = fieldOf(item, 'project_directory');
      const directory = own === undefined ? (first === undefined ? null : this.source.directoryOf(first)) : (resolved(own) ?? null);
      const variables = this.variablesOf(item, outer, resolved, directory);
      return paths.flatMap((located) => {
        const path = resolved(located);
        return path === undefined ? [] : [{ path, position: located.position, variables, directory }];
      });
    });
  }

  /** As in compose: those of the outer project win over those of the include's env_file, by default the .env in its directory. */
  private variablesOf(
    item: Located,
    outer: Variables,
    resolved: (located: Located) => string | undefined,
    directory: string | null,
  ): Variables {
    const stated = oneOrMany(fieldOf(item, 'env_file'));
    const files = stated.flatMap((located) => {
      const file = resolved(located);
      if (file !== undefined && this.source.kind(file) === 'file') return [file];
      this.report.notMapped(located.position, `the env_file ${textOf(located) ?? ''} is not on this machine, so its variables are unknown`);
      return [];
    });
    const usual = directory === null ? null : this.source.join(directory, '.env');
    const read = stated.length > 0 || usual === null || this.source.kind(usual) !== 'file' ? files : [usual];
    return new Map([...read.flatMap((file) => [...readEnvFile(this.source.read(file))]), ...outer]);
  }

  /** The base of a service: the service that it extends, changed by what earlier files said about it. */
  private extended(
    opened: ComposeFile,
    located: LocatedField,
    before: ComposeService | null,
    chain: readonly string[],
  ): ComposeService | null {
    const field = fieldOf(located, 'extends');
    if (field === undefined) return before;
    const serviceName = textOf(field) ?? textOf(fieldOf(field, 'service'));
    const fileName = textOf(fieldOf(field, 'file'));
    if (serviceName === undefined) return before;
    const file =
      fileName === undefined
        ? opened.file
        : this.source.join(this.contexts.directoryOf(opened.file), interpolate(fileName, this.contexts.variablesOf(opened.file)));
    if (this.source.kind(file) !== 'file') {
      this.report.notMapped(field.position, `extends ${serviceName} of ${file}, which is not on this machine`);
      return before;
    }
    const link = `${file} ${serviceName}`;
    if (chain.includes(link)) {
      this.report.notMapped(field.position, `extends ${serviceName}, which extends itself`);
      return before;
    }
    if (chain.length > LONGEST_CHAIN) {
      this.report.notMapped(field.position, `extends ${serviceName}, the ${LONGEST_CHAIN + 1}st in a row; the rest was skipped`);
      return before;
    }
    const base = this.open(file);
    const target = base.services.get(serviceName) ?? (fileName === undefined ? this.anywhere(serviceName) : undefined);
    if (target === undefined) {
      this.report.notMapped(field.position, `extends ${serviceName}, which ${file} does not have`);
      return before;
    }
    return this.services.read(serviceName, target, this.extended(base, target, before, [...chain, link]));
  }

  private anywhere(serviceName: string): LocatedField | undefined {
    return [...this.opened.values()].map(({ services }) => services.get(serviceName)).find((found) => found !== undefined);
  }
}

function oneOrMany(located: Located | undefined): Located[] {
  if (located === undefined || located.value === null) return [];
  return Array.isArray(located.value) ? itemsOf(located) : [located];
}
