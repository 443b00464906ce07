/** Reads the deployment environments of a Structurizr workspace. */
import type { ArchitectureElement, DeploymentNode, Environment } from '@/sources/architecture/architecture';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Archetypes } from './dslArchetypes';
import { keywordOf, readProperty, reportUnknown, tagsIn, textIn, type DslTexts } from './dslProperties';
import type { Statement } from './dslStatements';
import type { Word } from './dslWords';

const INSTANCES = new Set(['containerinstance', 'softwaresysteminstance', 'instanceof']);

export class DslDeployment {
  constructor(
    private readonly find: (reference: string) => ArchitectureElement | undefined,
    private readonly archetypes: Archetypes,
    private readonly report: ImportReport,
  ) {}

  /** `words` without the keyword. */
  environment(words: readonly Word[], { words: [first], block }: Statement): Environment {
    const environment: Environment = { name: textIn(words[0]) ?? 'unnamed', nodes: [], position: first!.position };
    this.readInto(block ?? [], environment.nodes, null);
    return environment;
  }

  private readInto(block: readonly Statement[], nodes: DeploymentNode[], inside: (DeploymentNode & { tags: string[] }) | null): void {
    for (const statement of block) this.statement(statement, nodes, inside);
  }

  private statement(statement: Statement, nodes: DeploymentNode[], inside: (DeploymentNode & { tags: string[] }) | null): void {
    const { words, position } = unnamed(statement);
    if (words.some((word) => !word.isQuoted && (word.text === '-/>' || this.archetypes.arrow(word.text) !== null))) {
      this.report.notMapped(
        position,
        'a relation between parts of the deployment has no equivalent here',
        'relations within the deployment',
      );
      return;
    }
    const archetype = this.archetypes.meaningOf(keywordOf({ words }));
    const [, ...values] = words;
    const { keyword } = archetype;
    if (keyword === 'deploymentnode') this.node(values, statement, archetype, nodes);
    else if (keyword === 'group') this.readInto(statement.block ?? [], nodes, inside);
    else if (keyword === 'deploymentgroup') this.report.ignored(position, 'deploymentGroup');
    else if (keyword === 'infrastructurenode')
      this.report.notMapped(
        position,
        `the infrastructure node ${textIn(values[0]) ?? ''} is in no relation of the model: add it as a container if something depends on it`,
        'infrastructure nodes',
      );
    else if (INSTANCES.has(keyword)) this.instance(values, statement, archetype, inside);
    else if (inside === null || !readProperty({ ...statement, words }, inside, this.report))
      reportUnknown({ ...statement, words }, this.report);
  }

  private node(values: readonly Word[], statement: Statement, archetype: DslTexts, nodes: DeploymentNode[]): void {
    const node = {
      name: textIn(values[0]) ?? 'unnamed',
      technology: textIn(values[2]) ?? archetype.technology,
      tags: [...archetype.tags, ...tagsIn([values[3]])],
      words: [],
      nodes: [],
      instances: [],
      position: statement.words[0]!.position,
    };
    nodes.push(node);
    this.readInto(statement.block ?? [], node.nodes, node);
  }

  private instance(values: readonly Word[], statement: Statement, archetype: DslTexts, inside: DeploymentNode | null): void {
    const { position } = statement.words[0]!;
    const element = values[0] === undefined ? undefined : this.find(values[0].text);
    if (element === undefined || inside === null) {
      this.report.notMapped(
        position,
        'an instance of something that is not in the model, or outside every node',
        'instances of something unknown',
      );
      return;
    }
    const texts: DslTexts = { tags: [...archetype.tags, ...tagsIn(values.slice(1))] };
    for (const one of statement.block ?? [])
      if (!readProperty(one, texts, this.report) && !unnamed(one).words.some(({ text }) => text === '->')) reportUnknown(one, this.report);
    inside.instances.push({ element, tags: texts.tags, position });
  }
}

/** Without the identifier in front: `db = deploymentNode "Database"`. */
export function unnamed({ words }: Statement): { words: readonly Word[]; identifier?: string; position: Word['position'] } {
  const [first, second] = words;
  const isNamed = second !== undefined && !second.isQuoted && second.text === '=' && words.length > 2;
  return { words: isNamed ? words.slice(2) : words, position: first!.position, ...(isNamed ? { identifier: first!.text } : {}) };
}
