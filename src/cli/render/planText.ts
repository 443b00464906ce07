/** Prints a plan: counts, then creations, updates and deletions, then what the change breaks and fixes. */
import type { ManifestChange, ManifestConflict, ManifestPlan } from '@/contract/manifest/plan';
import { capitalised } from '@/plain/capitalised';
import { countOf } from '@/plain/counts';
import type { Colours } from '@/cli/terminal';
import type { RiskVerdict } from '@/cli/riskGate';
import { findingsOf, omittedSentence, rollUpParts, scenarioParts, uncheckedSentences } from './impactLines';
import { kindNoun, listDifference, valueText, type FieldChange } from './values';

/** How many changes of each group are shown by default. */
export const SHOWN_PER_GROUP = 100;
const SHOWN_FINDINGS = 25;

export type ShownChange = Pick<ManifestChange, 'op' | 'kind' | 'technicalName' | 'looksLikeRenameOf'> & { fields: readonly FieldChange[] };

export interface PlanTextOptions {
  isFull: boolean;
  /** What `--fail-on` makes of it, where that was asked. */
  verdict?: RiskVerdict | null;
}

/** Lines without line ends. */
export function planLines(plan: ManifestPlan, colours: Colours, options: PlanTextOptions): string[] {
  const { summary, changes, manifest } = plan;
  const total = summary.create + summary.update + summary.delete;
  const lines = [`${colours.bold(manifest)}: ${summaryText(plan, colours)}`];
  if (total === 0) lines.push(colours.dim('Nothing changes: the landscape already has all that the manifest declares.'));
  lines.push(...changeLines(changes, colours, options));
  lines.push(...warningLines(plan, colours), ...conflictLines(plan, colours, options), ...obstacleLines(plan, colours));
  if (plan.impact !== null) lines.push(...impactLines(plan.impact, colours, options));
  const unchecked = uncheckedSentences(plan);
  if (unchecked.length > 0) lines.push('', ...unchecked.map((sentence) => `${colours.yellow('!')} ${sentence}`));
  if (options.verdict) lines.push(...verdictLines(options.verdict, colours));
  return lines;
}

/** Creations, then updates, then deletions. */
export function changeLines(changes: readonly ShownChange[], colours: Colours, options: PlanTextOptions): string[] {
  return (['create', 'update', 'delete'] as const).flatMap((op) => group(op, changes, colours, options));
}

export function summaryText({ summary }: ManifestPlan, colours: Colours): string {
  const part = (count: number, verb: string, paint: (text: string) => string): string => {
    const text = `${count.toLocaleString('en-US')} to ${verb}`;
    return count === 0 ? colours.dim(text) : paint(text);
  };
  return [
    part(summary.create, 'create', colours.green),
    part(summary.update, 'update', colours.yellow),
    part(summary.delete, 'delete', colours.red),
    colours.dim(`${summary.unchanged.toLocaleString('en-US')} unchanged`),
  ].join(', ');
}

const MARKS = { create: '+', update: '~', delete: '-' } as const;

function group(op: ManifestChange['op'], changes: readonly ShownChange[], colours: Colours, { isFull }: PlanTextOptions): string[] {
  const own = changes.filter((change) => change.op === op);
  if (own.length === 0) return [];
  const paint = { create: colours.green, update: colours.yellow, delete: colours.red }[op];
  const heading = `${capitalised(op)} (${own.length.toLocaleString('en-US')})${op === 'delete' ? ' — destructive' : ''}`;
  const shown = isFull ? own : own.slice(0, SHOWN_PER_GROUP);
  const width = Math.max(...shown.map(({ kind }) => kind.length));
  const lines = ['', colours.bold(op === 'delete' ? colours.red(heading) : heading)];
  for (const { kind, technicalName, looksLikeRenameOf, fields } of shown) {
    const inline = op === 'create' ? creationText(kind, fields) : '';
    lines.push(`  ${paint(MARKS[op])} ${kind.padEnd(width)}  ${paint(technicalName)}${inline === '' ? '' : `  ${colours.dim(inline)}`}`);
    if (looksLikeRenameOf !== undefined)
      lines.push(`      ${colours.yellow(`looks like a rename of ${looksLikeRenameOf}: if so, add formerly: ${looksLikeRenameOf}`)}`);
    if (op === 'update') lines.push(...fields.map((field) => `      ${fieldText(field, colours)}`));
  }
  if (shown.length < own.length)
    lines.push(colours.dim(`    … and ${(own.length - shown.length).toLocaleString('en-US')} more: --full shows all`));
  return lines;
}

/** Fields that the name of a dependency already contains. */
const IN_NAME: ReadonlySet<string> = new Set(['source', 'target', 'dependencyType']);

function creationText(kind: string, fields: readonly FieldChange[]): string {
  const told = fields.filter(({ field }) => field !== 'description' && !(kind === 'dependency' && IN_NAME.has(field)));
  return told
    .map((change) => (change.withheld === true ? `${change.field} (withheld)` : `${change.field} ${valueText(change.to)}`))
    .join(' · ');
}

function fieldText(change: FieldChange, colours: Colours): string {
  const { field, from, to, withheld } = change;
  if (withheld === true) return `${field}: changes ${colours.dim('(values withheld: they are revenue)')}`;
  const list = listDifference(change);
  if (list !== null && (list.added.length > 0 || list.removed.length > 0)) {
    const marks = [...list.added.map((member) => colours.green(`+${member}`)), ...list.removed.map((member) => colours.red(`-${member}`))];
    return `${field}: ${marks.join(' ')}`;
  }
  return `${field}: ${colours.red(valueText(from))} → ${colours.green(valueText(to))}`;
}

/** Why apply would refuse; empty if it would not. */
export function obstacles({ blocked, planLimit, tooManyDeletes, conflicts, takeOver }: ManifestPlan): string[] {
  const needed = blocked.map(({ kind, technicalName, neededBy }) => {
    const needers = neededBy.slice(0, 5).map((needer) => `${kindNoun(needer.kind)} ${needer.technicalName}`);
    const more = neededBy.length > needers.length ? ` and ${neededBy.length - needers.length} more` : '';
    return `${kindNoun(kind)} ${technicalName} cannot be deleted: ${needers.join(', ')}${more} needs it`;
  });
  return [
    ...(tooManyDeletes === null ? [] : [excessText(tooManyDeletes)]),
    ...(conflicts.length === 0 || takeOver
      ? []
      : [`other manifests state ${countOf(conflicts.length, 'field')} differently: if this one should win, add --take-over`]),
    ...needed,
    ...(planLimit === null ? [] : [limitText(planLimit)]),
  ];
}

export function limitText({ plan, limit, components }: NonNullable<ManifestPlan['planLimit']>): string {
  return `the landscape would hold ${countOf(components, 'component')}, but the ${plan} plan allows up to ${limit.toLocaleString('en-US')}`;
}

function excessText({ deletes, entities, allowDelete }: NonNullable<ManifestPlan['tooManyDeletes']>): string {
  const said =
    allowDelete === null ? 'if that is intended' : `--allow-delete is ${allowDelete.toLocaleString('en-US')}; if more is intended`;
  return `${deletes.toLocaleString('en-US')} of ${countOf(entities, 'entity', 'entities')} would be deleted: ${said}, add --allow-delete ${deletes}`;
}

export function warningLines({ warnings }: ManifestPlan, colours: Colours): string[] {
  if (warnings.length === 0) return [];
  const told = warnings.map(({ line, path, message, hint }) => {
    const place = line === undefined ? path : `line ${line}: ${path}`;
    return `  ${colours.yellow('!')} ${place}: ${message}${hint === undefined ? '' : ` — ${hint}`}`;
  });
  return ['', colours.bold(colours.yellow(`Warnings (${warnings.length})`)), ...told];
}

function conflictLines({ conflicts, takeOver }: ManifestPlan, colours: Colours, { isFull }: PlanTextOptions): string[] {
  if (conflicts.length === 0) return [];
  const title = `${takeOver ? 'Taken over from other manifests' : 'Stated differently by other manifests'} (${conflicts.length.toLocaleString('en-US')})`;
  const shown = isFull ? conflicts : conflicts.slice(0, SHOWN_PER_GROUP);
  const told = shown.map((conflict) => `  ${colours.yellow('!')} ${conflictText(conflict)}`);
  if (shown.length < conflicts.length)
    told.push(colours.dim(`    … and ${(conflicts.length - shown.length).toLocaleString('en-US')} more: --full shows all`));
  return ['', colours.bold(colours.yellow(title)), ...told];
}

/** One conflict as a sentence; revenue values are left out for people who may not see them. */
export function conflictText({ manifest, kind, technicalName, field, theirs, ours, withheld }: ManifestConflict): string {
  const values =
    withheld === true ? 'states it differently (revenue, withheld)' : `states ${valueText(theirs)}, this one ${valueText(ours)}`;
  return `${field} of the ${kindNoun(kind)} ${technicalName}: ${manifest} ${values}`;
}

function obstacleLines(plan: ManifestPlan, colours: Colours): string[] {
  const told = obstacles(plan);
  if (told.length === 0) return [];
  return ['', colours.bold(colours.red('Cannot be applied')), ...told.map((line) => `  ${colours.red('!')} ${line}`)];
}

function verdictLines({ conditions, refused, unexamined }: RiskVerdict, colours: Colours): string[] {
  const asked = `--fail-on ${conditions.join(',')}`;
  const note = unexamined.map(({ text }) => `  ${colours.yellow('!')} ${text}`);
  if (refused.length === 0) return ['', `${colours.green('✓')} ${asked}: nothing found`, ...note];
  const rows = refused.map(({ condition, text }) => `  ${colours.red('✗')} ${condition}: ${text}`);
  return ['', colours.bold(colours.red(`Refused by ${asked} (${refused.length.toLocaleString('en-US')})`)), ...rows, ...note];
}

function impactLines(impact: NonNullable<ManifestPlan['impact']>, colours: Colours, options: PlanTextOptions): string[] {
  const { added, removed, counts, omitted } = findingsOf(impact);
  const most = options.isFull ? Infinity : SHOWN_FINDINGS;
  const lines: string[] = [];
  const add = (title: string, rows: readonly string[]): void => {
    if (rows.length === 0) return;
    lines.push('', title, ...rows.slice(0, most));
    if (rows.length > most) lines.push(colours.dim(`    … and ${(rows.length - most).toLocaleString('en-US')} more: --full shows all`));
  };
  const finding =
    (mark: string) =>
    (item: (typeof added)[number]): string =>
      `  ${mark} ${item.rule.replaceAll('-', ' ')}: ${item.text}${item.cost}`;
  add(colours.bold(colours.red(`Newly breaks (${counts.added.toLocaleString('en-US')})`)), added.map(finding(colours.red('!'))));
  add(
    colours.bold(colours.green(`No longer breaks (${counts.removed.toLocaleString('en-US')})`)),
    removed.map(finding(colours.green('✓'))),
  );
  add(
    colours.bold('What an outage of a changed component affects differently'),
    impact.rollUps.filter((row) => rollUpParts(row).length > 0).map((row) => `  ${row.component}: ${rollUpParts(row).join(', ')}`),
  );
  add(
    colours.bold('Scenarios with a different result'),
    scenarioParts(impact).map(({ scenario, parts }) => `  ${scenario}: ${parts.join('; ')}`),
  );
  const rest = [...omitted, ...omittedSentence(impact)];
  if (rest.length > 0) lines.push('', ...rest.map((line) => colours.dim(`  ${line}`)));
  return lines;
}
