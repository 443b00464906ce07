/** Rows of the matrix: manifests that refer to something of another tenant, one for each field that can. */
import { ENTITY_KINDS } from '@/domain/vocabulary';
import type { Names } from './names';

interface ManifestInput {
  manifest: string;
  impact: false;
  prune?: true;
}

const written = (content: object): ManifestInput => ({
  manifest: JSON.stringify({ version: 1, name: 'wall', ...content }),
  impact: false,
});

/** A manifest that names nothing of another tenant. */
export function ownManifest({ prefix }: Names): ManifestInput {
  return written({ applications: [{ technicalName: `${prefix}-application`, capabilities: [`${prefix}-capability`] }] });
}

/** How many references to something of another tenant a foreign manifest contains; each is refused separately. */
export const FOREIGN_REFERENCES = 12 + ENTITY_KINDS.length;

/** The content of a manifest that refers to something of `names` wherever it can; what it declares belongs to `own`. */
export function foreignContent({ prefix }: Names, own: Names): object {
  const declared = (kind: string): { technicalName: string } => ({ technicalName: `${own.prefix}-${kind}` });
  const theirs = (kind: string): string => `${prefix}-${kind}`;
  const dependencies = (dependencyType: string): object[] => [
    { source: `${own.prefix}-component`, target: theirs('component'), dependencyType },
    { source: theirs('component'), target: `${own.prefix}-component`, dependencyType },
  ];
  const component = {
    ...declared('component'),
    hostingZones: [theirs('hosting-zone')],
    technologies: [theirs('technology')],
    datasets: [theirs('dataset')],
  };
  return {
    applications: [
      { ...declared('application'), capabilities: [theirs('capability')], processes: [theirs('process')], components: [component] },
    ],
    capabilities: [{ ...declared('capability'), parent: theirs('capability') }],
    processes: [{ ...declared('process'), capabilities: [theirs('capability')] }],
    segments: [{ ...declared('segment'), capabilities: [{ capability: theirs('capability') }] }],
    dependencies: dependencies('Reads'),
    scenarios: [
      {
        ...declared('scenario'),
        failures: ENTITY_KINDS.map((entityType) => ({ entityType, entity: theirs(entityType) })),
        withheldDependencies: dependencies('Calls'),
      },
    ],
  };
}

/** The input of a procedure that takes a manifest. */
export function foreignManifest(names: Names, own: Names): ManifestInput {
  return written(foreignContent(names, own));
}

/** The contents of manifests that declare or rename what `names` calls so, or come in the name of its manifest. When applied, they create entities of the caller's own tenant. */
export function namesakeContents({ prefix }: Names): object[] {
  const of = (kind: string): { technicalName: string; name: string } => ({ technicalName: `${prefix}-${kind}`, name: kind });
  const renamed = (kind: string): object => ({ technicalName: `never-${kind}`, name: kind, formerly: `${prefix}-${kind}` });
  const renamedTwice = (kind: string): object => ({ ...renamed(kind), formerly: ['never-so', `${prefix}-${kind}`] });
  const everything = (one: (kind: string) => object): object => ({
    applications: [{ ...one('application'), components: [one('component')] }],
    capabilities: [one('capability')],
    processes: [one('process')],
    segments: [{ ...one('segment'), audienceType: 'Customers' }],
    hostingAreas: [{ ...one('hosting-area'), zones: [one('hosting-zone')] }],
    technologies: [one('technology')],
    datasets: [{ ...one('dataset'), classification: 'Internal' }],
  });
  const scenarios = [{ ...of('scenario'), failures: [{ entityType: 'application', entity: `${prefix}-application` }] }];
  return [{ ...everything(of), scenarios }, everything(renamed), everything(renamedTwice), { name: prefix }];
}

/** Inputs for a preview alone. */
export function namesakeManifests(names: Names): ManifestInput[] {
  return [...namesakeContents(names).map(written), { ...written({ name: names.prefix }), prune: true }];
}
