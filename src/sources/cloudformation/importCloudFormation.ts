/** Imports CloudFormation and SAM templates: from file names to the text of a manifest. Both the command line and the browser call it. */
import { countOf } from '@/plain/counts';
import type { Importer } from '@/sources/importer';
import { importInfrastructure, type InfrastructureResource } from '@/sources/infrastructure/infrastructureImport';
import type { Link } from '@/sources/infrastructure/links';
import { importedAs } from '@/sources/proposal/imported';
import { distinctFiles } from '@/sources/proposal/givenFiles';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, itemsOf, textOf, type Located } from '@/sources/proposal/locatedYaml';
import { readLocatedYaml } from '@/sources/proposal/yamlReader';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { sourceName } from '@/sources/proposal/sourceName';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { grantLinks, IMPLICIT_APIS, serverlessLinks } from './serverless';
import { propertiesAt, readTemplate, type Template, type TemplateResource } from './template';

const HELP = `
Reads templates of CloudFormation and SAM, and what \`cdk synth\` prints, in YAML or JSON. Databases, caches, queues, buckets, functions, services,
machines, load balancers and gateways become components; networks, permissions and alarms are counted. Dependencies come from events,
integrations, target groups, variables and permissions, never from DependsOn. Conditions are not evaluated.

Examples:
  faultline import cloudformation template.yaml -o landscape.yaml
  cdk synth > stack.yaml; faultline import cloudformation stack.yaml --name shop`;

export const CLOUDFORMATION: Importer = {
  kind: 'cloudformation',
  source: 'CloudFormation or SAM templates',
  help: HELP,
  options: [],
  defaultName: 'the directory',
  recognise: ({ text }) => {
    if (!/^["']?Resources["']?\s*:|[{,]\s*"Resources"\s*:/m.test(text)) return null;
    if (/^[ \t]*["']?AWSTemplateFormatVersion["']?\s*:|[{,]\s*"AWSTemplateFormatVersion"\s*:/m.test(text))
      return 'it has AWSTemplateFormatVersion and Resources';
    if (/AWS::Serverless-\d{4}/.test(text)) return 'it has the transform of SAM and Resources';
    const [, type] = /["']?Type["']?\s*:\s*["']?(AWS::\w+::\w+)/.exec(text) ?? [];
    return type === undefined ? null : `it has Resources, such as one of type ${type}`;
  },
  read: (paths, source, { name, saw, isFound }, report) => {
    const budget = new ReadingBudget();
    const files = distinctFiles(paths, source);
    const own = sourceName([name], files, source, report, 'cloudformation');
    const stacks = files.map((file, at) => {
      saw?.(at + 1);
      return readStack(file, source, files.length === 1 ? own : stemOf(file), budget, report, isFound?.(file) === true);
    });
    const resources = stacks.flatMap((stack) => stack.resources);
    if (resources.length === 0)
      throw new UnreadableSource(`there is no resource in ${paths.join(', ')}`, 'nothing_found', {
        hint: 'templates have Resources at their outermost level',
      });
    const links = stacks.flatMap((stack) => stack.links);
    const from = countOf(resources.length, 'resource');
    return importedAs('cloudformation', importInfrastructure(resources, links, own, report), report, { from });
  },
};

function readStack(
  file: string,
  source: SourceFiles,
  stack: string,
  budget: ReadingBudget,
  report: ImportReport,
  isFound: boolean,
): { resources: InfrastructureResource[]; links: Link[] } {
  const { documents, mistakes } = readLocatedYaml(file, source.read(file));
  if (documents.length === 0 && mistakes.length > 0 && !isFound)
    throw new UnreadableSource(`${file} is not readable YAML or JSON`, 'invalid_yaml', { mistakes });
  for (const { message, ...position } of mistakes) report.notMapped(position, `cannot be read: ${message}`);
  const [root, second] = documents;
  if (second !== undefined) report.notMapped(second.position, 'this second document was skipped: a template is one document');
  if (root === undefined) return { resources: [], links: [] };
  const template = readTemplate(root, budget);
  const keyOf = (logicalId: string): string => `${file} ${logicalId}`;
  const links = template.resources.flatMap((one) => [...serverlessLinks(one, template, keyOf), ...grantLinks(one, template, keyOf)]);
  const implicit = IMPLICIT_APIS.filter((api) => links.some((link) => link.source === keyOf(api))).map((logicalId): TemplateResource => {
    return { logicalId, type: 'AWS::Serverless::Api', properties: undefined, position: root.position };
  });
  return { resources: [...template.resources, ...implicit].map((one) => toResource(one, template, stack, keyOf)), links };
}

function toResource(
  { logicalId, type, properties, position }: TemplateResource,
  template: Template,
  stack: string,
  keyOf: (logicalId: string) => string,
): InfrastructureResource {
  return {
    key: keyOf(logicalId),
    type,
    technicalNames: [logicalId, `${stack}-${logicalId}`],
    name: logicalId,
    application: tagOf(properties, ['Application', 'application', 'Service', 'service', 'app']) ?? stack,
    ownerTeam: tagOf(properties, ['Team', 'team', 'Owner', 'owner']),
    zones: zonesOf(properties),
    hasStandby: ['MultiAZ', 'MultiAZEnabled'].some((property) => textOf(fieldOf(properties, property)) === 'true'),
    position,
    references: (path) =>
      [...new Set(propertiesAt(properties, path).flatMap((value) => template.referencesIn(value)))]
        .map(keyOf)
        .filter((key) => key !== keyOf(logicalId)),
  };
}

/** Tags are a list of keys and values, or in SAM a map. */
function tagOf(properties: Located | undefined, names: readonly string[]): string | undefined {
  const tags = fieldOf(properties, 'Tags');
  const of = (name: string): string | undefined => {
    const listed = itemsOf(tags).find((tag) => textOf(fieldOf(tag, 'Key')) === name);
    const value = fieldOf(listed, 'Value') ?? fieldOf(tags, name);
    return value?.tag === undefined ? textOf(value) : undefined;
  };
  return names.map(of).find((value) => value !== undefined && value !== '');
}

/** Only zones that the template names itself. */
function zonesOf(properties: Located | undefined): { zone: string; region: string }[] {
  const stated = ['AvailabilityZone', 'AvailabilityZones'].flatMap((property) => [
    fieldOf(properties, property),
    ...itemsOf(fieldOf(properties, property)),
  ]);
  return stated.flatMap((value) => {
    const zone = value?.tag === undefined ? (textOf(value) ?? '') : '';
    const [, region] = /^([a-z]{2}(?:-[a-z]+)+-\d+)[a-z]$/.exec(zone) ?? [];
    return region === undefined ? [] : [{ zone, region }];
  });
}

function stemOf(file: string): string {
  return (file.split(/[/\\]/).at(-1) ?? file).replace(/(?:\.template)?\.[a-z]+$/i, '');
}
