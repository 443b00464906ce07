/** Renders a plan, or a manifest's mistakes, as Markdown for a pull request comment. */
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { FileIssue } from '@/cli/failure';
import { placeOf } from '@/cli/issueLines';
import type { RiskVerdict } from '@/cli/riskGate';
import { capitalised } from '@/plain/capitalised';
import { affectsMore, findingsOf, omittedSentence, rollUpParts, scenarioParts, uncheckedSentences, type Finding } from './impactLines';
import { conflictText, obstacles } from './planText';
import { kindNoun, valueText } from './values';

/** GitHub allows 65,536 characters; a bot may add some. */
const MOST_CHARACTERS = 60_000;
/** A bot finds its own earlier comment by this line. */
const MARK = '<!-- faultline -->';

/** Escapes foreign text: no markup, no mentions, no table cells. */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@/g, '@\u200b');
}

/** A name as code; a backtick in it cannot end it. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${text.replace(/\|/g, '\\|')}${pad}${fence}`;
}

export function planMarkdown(plan: ManifestPlan, verdict: RiskVerdict | null = null): string {
  const { summary } = plan;
  const breaks = plan.impact === null ? 0 : findingsOf(plan.impact).counts.added;
  const head = [
    MARK,
    `### Faultline: ${headline(plan, breaks, verdict)}`,
    '',
    `| | create | update | delete | unchanged |`,
    `|---|---:|---:|---:|---:|`,
    `| ${code(plan.manifest)}${plan.prune ? ' (prune)' : ''} | ${summary.create} | ${summary.update} | ${summary.delete}${summary.delete > 0 ? ' ⚠️' : ''} | ${summary.unchanged} |`,
  ];
  const stop = obstacles(plan);
  if (stop.length > 0) head.push('', '**Cannot be applied as it is:**', ...stop.map((line) => `- ${escaped(line)}`));
  if (verdict !== null && verdict.refused.length > 0) head.push('', '**Refused:**', ...refusedRows(verdict));
  for (const sentence of [...uncheckedSentences(plan), ...(verdict?.unexamined ?? []).map(({ text }) => text)])
    head.push('', escaped(sentence));
  if (plan.warnings.length > 0)
    head.push('', '**Warnings:**', ...plan.warnings.slice(0, 50).map(({ path, message }) => `- ${code(path)}: ${escaped(message)}`));
  if (plan.conflicts.length > 0)
    head.push(
      '',
      plan.takeOver ? '**Taken over from other manifests:**' : '**Stated differently by other manifests:**',
      ...plan.conflicts.slice(0, 50).map((conflict) => `- ${escaped(conflictText(conflict))}`),
      ...(plan.conflicts.length > 50 ? [`- and ${plan.conflicts.length - 50} more`] : []),
    );
  const rows = [...impactRows(plan), ...changeRows(plan)];
  return bounded(head, rows, plan);
}

const MOST_REFUSED = 50;

function refusedRows({ refused }: RiskVerdict): string[] {
  const rows = refused.slice(0, MOST_REFUSED).map(({ condition, text }) => `- ${code(condition)}: ${escaped(text)}`);
  return refused.length > MOST_REFUSED ? [...rows, `- and ${refused.length - MOST_REFUSED} more`] : rows;
}

function headline(plan: ManifestPlan, breaks: number, verdict: RiskVerdict | null): string {
  const { summary } = plan;
  if (obstacles(plan).length > 0) return 'this change cannot be applied';
  if (verdict !== null && verdict.refused.length > 0) return 'this change risks more than allowed';
  if (breaks > 0) return `this change newly breaks ${breaks === 1 ? 'one thing' : `${breaks.toLocaleString('en-US')} things`}`;
  if (summary.create + summary.update + summary.delete === 0) return 'nothing changes in the landscape';
  if (uncheckedSentences(plan).length > 0) return 'what this change breaks is not known';
  return plan.impact !== null && affectsMore(plan.impact) ? 'with this change, failures affect more' : 'this change breaks nothing new';
}

function impactRows({ impact }: ManifestPlan): string[] {
  if (impact === null) return [];
  const { added, removed, omitted } = findingsOf(impact);
  const item = ({ rule, text, cost }: Finding): string => `- **${rule.replaceAll('-', ' ')}**: ${escaped(`${text}${cost}`)}`;
  const rollUps = impact.rollUps.filter((row) => rollUpParts(row).length > 0);
  return [
    ...section('Newly breaks', added.map(item)),
    ...section('No longer breaks', removed.map(item)),
    ...section(
      'What an outage of a changed component affects differently',
      rollUps.map((row) => `- ${code(row.component)}: ${escaped(rollUpParts(row).join(', '))}`),
    ),
    ...section(
      'Scenarios with a different result',
      scenarioParts(impact).map(({ scenario, parts }) => `- ${code(scenario)}: ${escaped(parts.join('; '))}`),
    ),
    ...section(
      '',
      [...omitted, ...omittedSentence(impact)].map((line) => `_${line}_`),
    ),
  ];
}

function section(title: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return title === '' ? ['', ...rows] : ['', `#### ${title}`, ...rows];
}

const OPENING = '<details><summary>';

function changeRows({ changes }: ManifestPlan): string[] {
  return (['delete', 'update', 'create'] as const).flatMap((op) => {
    const own = changes.filter((change) => change.op === op);
    if (own.length === 0) return [];
    const opening = op === 'delete' ? OPENING.replace('<details>', '<details open>') : OPENING;
    const rows = own.map(({ kind, technicalName, fields }) => {
      const name = `| ${kindNoun(kind)} | ${code(technicalName)} |`;
      if (op !== 'update') return name;
      const details = fields.map(({ field, from, to, withheld }) =>
        withheld === true ? `${field} (withheld)` : `${field}: ${valueText(from)} → ${valueText(to)}`,
      );
      return `${name} ${escaped(details.join('; '))} |`;
    });
    return [
      '',
      `${opening}${capitalised(op)} (${own.length})${op === 'delete' ? ' ⚠️' : ''}</summary>`,
      '',
      ...(op === 'update' ? ['| kind | name | fields |', '|---|---|---|'] : ['| kind | name |', '|---|---|']),
      ...rows,
      '',
      '</details>',
    ];
  });
}

/** Keeps whole lines, closes an open `<details>`, and says what was cut. */
function bounded(head: readonly string[], rows: readonly string[], { digest, landscapeVersion }: ManifestPlan): string {
  const foot = ['', `<sub>landscape version ${landscapeVersion} · digest ${code(digest)}</sub>`, ''];
  let left = MOST_CHARACTERS - [...head, ...foot].join('\n').length - 200;
  const kept: string[] = [];
  for (const row of rows) {
    left -= row.length + 1;
    if (left < 0) break;
    kept.push(row);
  }
  const isCut = kept.length < rows.length;
  const opened = kept.filter((row) => row.startsWith('<details')).length - kept.filter((row) => row === '</details>').length;
  const closing = isCut
    ? [
        ...(opened > 0 ? ['', '</details>'] : []),
        '',
        `_Cut here: ${rows.length - kept.length} more lines. \`faultline push --preview --full\` shows all._`,
      ]
    : [];
  return [...head, ...kept, ...closing, ...foot].join('\n');
}

export function issuesMarkdown(issues: readonly FileIssue[], issuesOmitted: number): string {
  const errors = issues.filter(({ severity }) => severity !== 'warning');
  const title =
    errors.length === 0
      ? 'the manifest is valid'
      : `the manifest is not valid (${errors.length + issuesOmitted} ${errors.length + issuesOmitted === 1 ? 'error' : 'errors'})`;
  const lines = [MARK, `### Faultline: ${title}`, ''];
  let left = MOST_CHARACTERS;
  for (const [index, issue] of issues.entries()) {
    const subject = issue.path === '' ? '' : `${code(issue.path)}: `;
    const hint = issue.hint === undefined ? '' : ` — ${escaped(issue.hint)}`;
    const line = `- ${code(placeOf(issue))} ${issue.severity === 'warning' ? '(warning) ' : ''}${subject}${escaped(issue.message)}${hint}`;
    left -= line.length + 1;
    if (left < 0) {
      lines.push('', `_Cut here: ${issues.length - index} more._`);
      break;
    }
    lines.push(line);
  }
  if (issuesOmitted > 0) lines.push('', `_${issuesOmitted} more were counted and not listed._`);
  return `${lines.join('\n')}\n`;
}
