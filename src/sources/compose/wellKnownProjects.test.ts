import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ManifestDependency } from '@/contract/manifest/schema';
import { realDisk } from '@/cli/disk';
import { memoryDisk } from '@/test/memoryDisk';
import type { ImporterOptions } from '@/sources/importer';
import { PROJECTS } from '@/test/wellKnownProjects';
import { COMPOSE } from './importCompose';
import { ImportReport } from '@/sources/proposal/importReport';

const disk = realDisk(fileURLToPath(new URL('../../test/landscapes/import/projects', import.meta.url)));

const words = ({ source, target, dependencyType, mode, required, propagates, redundancyGroup }: ManifestDependency): string =>
  [
    `${source} → ${target} ${dependencyType} ${mode}`,
    ...(required === false ? ['optional'] : []),
    ...(propagates === false ? ['stops'] : []),
    ...(redundancyGroup == null ? [] : [`group ${redundancyGroup}`]),
  ].join(' ');

describe('a compose file of a well-known project', () => {
  it.each(PROJECTS)('$file has these components and dependencies', ({ file, components, stated, suggested, decided }) => {
    const { manifest, report, text } = COMPOSE.read([file], disk, { own: {} }, new ImportReport());
    const told = new Set(report.flatMap(({ dependency }) => (dependency === undefined ? [] : [Object.values(dependency).join(' ')])));
    const isSuggested = ({ source, target, dependencyType }: ManifestDependency): boolean =>
      told.has(`${source} ${target} ${dependencyType}`);
    const dependencies = manifest.dependencies ?? [];
    expect(manifest.applications?.[0]?.components?.map(({ technicalName, kind = 'unknown' }) => `${technicalName} ${kind}`)).toEqual(
      components,
    );
    expect(dependencies.filter((dependency) => !isSuggested(dependency)).map(words)).toEqual(stated);
    expect(dependencies.filter(isSuggested).map(words)).toEqual(suggested);
    expect(text.match(/^ {2}# suggested: /gm) ?? []).toHaveLength(suggested.length);
    const always = /^every (?:technicalName begins with|project in a directory called) /;
    expect(report.flatMap(({ type, message }) => (type === 'decided' && !always.test(message) ? [message] : []))).toEqual(decided);
  });
});

describe('what an import says', () => {
  it('names the variable and position behind each suggestion, in the report and the text, but never a value', () => {
    const { text, report } = COMPOSE.read(['supabase/docker/docker-compose.yml'], disk, { own: {} }, new ImportReport());
    expect(text).toContain(
      '  # suggested: PGRST_DB_URI names db, supabase/docker/docker-compose.yml:28\n  - source: supabase-rest\n    target: supabase-db\n',
    );
    expect(text).toContain(
      '# 8 dependencies marked "suggested" were read from host names: keep those that are true and delete the rest.\n',
    );
    expect(report).toContainEqual({
      type: 'suggested',
      message: 'rest depends on db, because PGRST_DB_URI mentions it',
      dependency: { source: 'supabase-rest', target: 'supabase-db', dependencyType: 'ReadsWrites' },
      file: 'supabase/docker/docker-compose.yml',
      line: 28,
      column: 21,
    });
    expect(text + JSON.stringify(report)).not.toContain('your-super-secret');
  });
});

describe('names', () => {
  const namesWith = (options: Omit<ImporterOptions, 'own'>, own: ImporterOptions['own'] = {}) => {
    const { manifest, report } = COMPOSE.read(['gitea/compose.yaml'], disk, { ...options, own }, new ImportReport());
    return {
      manifest: manifest.name,
      application: manifest.applications?.[0]?.technicalName,
      components: manifest.applications?.[0]?.components?.map(({ technicalName }) => technicalName),
      isPrefixTold: report.some(({ message }) => message.startsWith('every technicalName begins with ')),
    };
  };

  it('begin with the name of the project, and the report says so', () =>
    expect(namesWith({})).toEqual({
      manifest: 'gitea',
      application: 'gitea',
      components: ['gitea', 'gitea-db', 'gitea-cache', 'gitea-runner'],
      isPrefixTold: true,
    }));

  it('begin with the given name or prefix, or with nothing', () => {
    expect(namesWith({ name: 'Code Forge' })).toMatchObject({
      manifest: 'Code Forge',
      application: 'Code-Forge',
      components: ['Code-Forge-gitea', 'Code-Forge-db', 'Code-Forge-cache', 'Code-Forge-runner'],
    });
    expect(namesWith({}, { prefix: 'eu-' })).toMatchObject({
      manifest: 'gitea',
      components: ['eu-gitea', 'eu-db', 'eu-cache', 'eu-runner'],
    });
    expect(namesWith({}, { prefix: false })).toEqual({
      manifest: 'gitea',
      application: 'gitea',
      components: ['gitea', 'db', 'cache', 'runner'],
      isPrefixTold: false,
    });
  });

  it('prefer .env over name, and use the directory if a variable in the name is unknown', () => {
    const nameOf = (files: Record<string, string>): string =>
      COMPOSE.read(['c.yaml'], memoryDisk(files), { own: {} }, new ImportReport()).manifest.name;
    expect(nameOf({ 'c.yaml': 'name: ${TEAM}-x\nservices: { a: {} }\n' })).toBe('shop');
    expect(nameOf({ 'c.yaml': 'name: ${TEAM}-x\nservices: { a: {} }\n', '.env': 'TEAM=red\n' })).toBe('red-x');
    expect(nameOf({ 'c.yaml': 'name: blue\nservices: { a: {} }\n', '.env': 'COMPOSE_PROJECT_NAME=green\n' })).toBe('green');
  });

  it('differ between two projects that both have a db', () => {
    const declared = ['wordpress/compose.yaml', 'gitea/compose.yaml', 'mastodon/docker-compose.yml'].flatMap(
      (file) =>
        COMPOSE.read([file], disk, { own: {} }, new ImportReport()).manifest.applications?.[0]?.components?.map(
          ({ technicalName }) => technicalName,
        ) ?? [],
    );
    expect(declared.filter((name) => name.endsWith('db'))).toEqual(['wordpress-db', 'gitea-db', 'mastodon-db']);
    expect(new Set(declared).size).toBe(declared.length);
  });
});
