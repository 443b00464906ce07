/** Findings as SARIF 2.1.0, the format that code hosts use for findings with a position in a file. */
import { capitalised } from '@/plain/capitalised';
import type { Finding, FindingRule } from './impactLines';
import type { FileIssue } from '@/cli/failure';

type RuleId = FindingRule | 'invalid-manifest' | 'manifest-warning' | 'cannot-be-applied' | 'deletes-entity';
type Level = 'error' | 'warning' | 'note';

interface Rule {
  text: string;
  help: string;
  level: Level;
}

const RULES: Readonly<Record<RuleId, Rule>> = {
  'invalid-manifest': {
    text: 'The manifest is not valid',
    help: 'Correct the value here. Until then the manifest cannot be applied.',
    level: 'error',
  },
  'manifest-warning': {
    text: 'The manifest refers to something that the landscape must have',
    help: 'Declare it in the manifest, or make sure that the landscape has it.',
    level: 'warning',
  },
  'cannot-be-applied': {
    text: 'The manifest would be refused',
    help: 'Something that would be deleted is still needed, or the landscape would exceed the plan.',
    level: 'error',
  },
  'deletes-entity': {
    text: 'Something is deleted from the landscape',
    help: 'The manifest created it and no longer declares it.',
    level: 'note',
  },
  'dependency-cycle': {
    text: 'Components newly depend on each other in a circle',
    help: 'A failure anywhere in the circle comes back to where it started. Remove one of the dependencies, or make it Async or Soft.',
    level: 'warning',
  },
  'tier-inversion': {
    text: 'A more critical application newly depends Hard on a less critical one',
    help: 'Raise the tier of the less critical application, or soften the dependency.',
    level: 'warning',
  },
  'single-point-of-failure': {
    text: 'One component alone newly brings a capability to Outage',
    help: 'Make it redundant (redundancyGroup), or soften what depends on it.',
    level: 'warning',
  },
};
const RULE_IDS = Object.keys(RULES) as RuleId[];

export interface SarifResult {
  rule: RuleId;
  text: string;
  /** The end of the sentence, which may change while the finding stays the same. */
  cost?: string;
  /** The level of the rule, unless given. */
  level?: Level;
  file: string;
  line?: number | undefined;
  column?: number | undefined;
}

export function resultsOfIssues(issues: readonly FileIssue[]): SarifResult[] {
  return issues.map(({ file, line, column, path, message, hint, severity }) => ({
    rule: severity === 'warning' ? 'manifest-warning' : 'invalid-manifest',
    text: `${path === '' ? '' : `${path}: `}${message}${hint === undefined ? '' : ` — ${hint}`}`,
    file,
    line,
    column,
  }));
}

/** An error if `--fail-on` refuses it. */
export function resultOfFinding(
  { rule, text, cost }: Finding,
  isRefused: boolean,
  file: string,
  place: { line: number; column: number },
): SarifResult {
  return { rule, text, cost, ...(isRefused ? { level: 'error' } : {}), file, ...place };
}

export interface SarifOptions {
  version: string;
  /** Converts a file name to a URI, relative to the repository's root if the file is inside one. */
  uriOf(file: string): string;
}

/** The log as text. Names in messages are escaped, since messages may contain links. */
export function sarifLog(results: readonly SarifResult[], { version, uriOf }: SarifOptions): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'faultline', semanticVersion: version, rules: RULE_IDS.map(ruleObject) } },
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => resultObject(result, uriOf(result.file))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleObject(id: RuleId): object {
  const { text, help, level } = RULES[id];
  const name = id.split('-').map(capitalised).join('');
  return { id, name, shortDescription: { text }, fullDescription: { text: help }, help: { text: help }, defaultConfiguration: { level } };
}

function resultObject({ rule, text, cost = '', level, line, column }: SarifResult, uri: string): object {
  const message = `${text}${cost}`;
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(uri);
  const artifactLocation = isAbsolute ? { uri } : { uri, uriBaseId: '%SRCROOT%' };
  const region = { startLine: line ?? 1, ...(column === undefined ? {} : { startColumn: column }) };
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule),
    level: level ?? RULES[rule].level,
    message: { text: message.includes('](') ? message.replace(/[\\[\]]/g, '\\$&') : message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    // A finding keeps its identity when lines move.
    partialFingerprints: { 'faultline/v1': `${rule}:${text}` },
  };
}
