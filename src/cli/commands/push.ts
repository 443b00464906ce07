/** `faultline push`: previews, shows the changes, asks before deletions, then applies exactly what was shown. */
import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Manifest } from '@/contract/manifest/schema';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { readManifestText } from '@/contract/manifest/text/readText';
import type { Api } from '@/cli/api';
import { confirm } from '@/cli/confirm';
import { EXIT, Failure, failureDocument } from '@/cli/failure';
import { inFile, issueFacts } from '@/cli/fileIssues';
import { issueLines } from '@/cli/issueLines';
import { mediaType, readManifestFile, type ManifestFile } from '@/cli/manifestFile';
import { pageAddress } from '@/cli/pageAddress';
import { readPlanFile, writePlanFile, type SavedPlan } from '@/cli/planFile';
import { issuesJunit, planJunit } from '@/cli/render/junit';
import { issuesMarkdown, planMarkdown } from '@/cli/render/planMarkdown';
import { firstPushLines, isFirstPush } from '@/cli/render/firstPush';
import { obstacles, planLines, summaryText, warningLines } from '@/cli/render/planText';
import { resultsOfIssues, sarifLog } from '@/cli/render/sarif';
import { resultsOfPlan, sarifOptions } from '@/cli/sarifLocations';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import { countOf } from '@/plain/counts';
import { riskConditions, riskVerdict, type RiskCondition, type RiskVerdict } from '@/cli/riskGate';
import { assertOneFormat, type Session, type Shell } from '@/cli/session';
import { harmless, harmlessCopy } from '@/cli/terminal';

const FORMATS = ['text', 'json', 'markdown', 'sarif', 'junit'] as const;
type Format = (typeof FORMATS)[number];

interface PushOptions {
  preview?: boolean;
  prune?: boolean;
  allowDelete?: number;
  takeOver?: boolean;
  impact: boolean;
  yes?: boolean;
  failOnChanges?: boolean;
  failOn?: RiskCondition[];
  full?: boolean;
  format?: Format;
  planOut?: string;
  plan?: string;
}

const AFTER_HELP = `
Without --preview, push previews first, shows the difference and then applies exactly that. If the landscape has changed in between, the server refuses and nothing is applied. Before deletions (only with --prune) push asks on a terminal; elsewhere it needs --yes.

Like --preview, --plan-out changes nothing; it keeps the manifest and what it would change in a file. --plan applies that file later without asking again, in the same tenant, if the landscape is still the one that the plan was made from; otherwise nothing is applied.

Examples:
  faultline push --preview landscape.yaml                          what would change
  faultline push --preview --fail-on-changes landscape.yaml        exit code 2 if anything would
  faultline push --preview --fail-on new-single-points,breached,exposure=5000 landscape.yaml
                                                                   exit code 3 if the change brings any of these
  faultline push --preview --format markdown landscape.yaml        for a comment on a pull request
  faultline push --preview --format sarif landscape.yaml           for code scanning
  faultline push --preview --format junit landscape.yaml           for the tests of a build server
  faultline push --plan-out plan.json landscape.yaml               what would change, kept for the next line
  faultline push --plan plan.json                                  applies exactly that, or nothing
  faultline push --prune --yes landscape.yaml                      also deletes what the manifest no longer declares
  faultline push --prune --allow-delete 40 --yes landscape.yaml    the same, where that is a large part of the landscape`;

export function addPush(program: Command, shell: Shell): void {
  const command = program
    .command('push [file]')
    .summary('preview a manifest, or apply it')
    .description('Show what a manifest would change and break, and apply it (not with --preview). FILE may be - for stdin.')
    .option('-p, --preview', 'only show; changes nothing')
    .option('--prune', 'also delete what this manifest created and no longer declares')
    .option('--allow-delete <number>', 'with --prune: delete at most this many entities; needed for large deletions', wholeNumber)
    .option('--take-over', 'overwrite what other manifests state differently; those then conflict in turn')
    .option('--no-impact', 'skip the check of what the change newly breaks; faster')
    .option('-y, --yes', 'delete without asking')
    .option('--plan-out <file>', 'only show, and keep what would change in this file')
    .option('--plan <file>', 'apply what --plan-out kept, or nothing')
    .option('--fail-on-changes', 'with --preview: exit code 2 if anything would change')
    .option(
      '--fail-on <risks>',
      'with --preview: exit code 3 if the change brings new-single-points, breached, exposure=N (an hour)',
      riskConditions,
    )
    .option('--full', 'show every change, however many')
    .addOption(new Option('--format <format>', 'what to write').choices(FORMATS))
    .addHelpText('after', AFTER_HELP);
  shell.on<PushOptions>(command, push);
}

async function push(session: Session, options: PushOptions, file?: string): Promise<number> {
  assertOneFormat(session, options.format);
  if (options.plan !== undefined) return pushPlan(session, options, options.plan, file);
  if (file === undefined) throw new Failure('which manifest?', { code: 'usage', hint: 'name a file, or - for stdin' });
  const isPreview = isOnlyShown(options);
  assertCanJudge(options);
  const api = session.openApi();
  const { progress } = session.terminal;
  const source = await readManifestFile(file, session.world);
  const steps = isPreview ? 2 : 3;
  const reading = await progress.during(`checking ${source.file}`, 1, steps, () =>
    Promise.resolve(readManifestText(source.text, source.format)),
  );
  if (reading.manifest === null)
    return tellIssues(
      session,
      options,
      source,
      new Failure(`${source.file} is not valid: nothing was sent`, issueFacts('invalid_input', reading, source)),
    );
  const sent = sentFor(session, options, source);
  let preview: ManifestPlan;
  try {
    preview = await progress.during('asking the server what would change', 2, steps, () =>
      api.json<ManifestPlan>({
        method: 'POST',
        path: '/manifest/preview',
        body: sent.manifest,
        query: { ...sent.options, impact: options.impact ? undefined : false },
      }),
    );
  } catch (error) {
    if (error instanceof Failure && error.facts.issues !== undefined) return tellIssues(session, options, source, inFile(error, source));
    throw error;
  }
  if (isPreview) return tellPreview(session, options, source, reading.manifest, { ...sent, preview });
  return apply(session, options, preview, () => progress.during('applying', 3, steps, () => applyPlan(api, { ...sent, preview })));
}

function isOnlyShown({ preview, planOut }: PushOptions): boolean {
  return preview === true || planOut !== undefined;
}

/** What preview and apply are sent alike. */
function sentFor(session: Session, { prune, allowDelete, takeOver }: PushOptions, source: ManifestFile): Omit<SavedPlan, 'preview'> {
  const { origin, tenantId } = session.connection();
  return {
    url: origin,
    tenant: tenantId,
    file: source.file,
    options: { prune, allowDelete, takeOver },
    manifest: { text: source.text, contentType: mediaType(source.format) },
  };
}

function applyPlan(api: Api, { options, manifest, preview }: SavedPlan): Promise<ManifestPlan> {
  return api.json<ManifestPlan>({
    method: 'POST',
    path: '/manifest/apply',
    body: manifest,
    query: { ...options, impact: false, digest: preview.digest },
    idempotencyKey: randomUUID(),
  });
}

/** Options that a plan has already decided. */
const OF_THE_PLAN = ['preview', 'prune', 'allowDelete', 'takeOver', 'failOn', 'failOnChanges', 'planOut'] as const;

/** Applies what `--plan-out` kept. It was looked at then, so nothing is shown or asked again. */
async function pushPlan(session: Session, options: PushOptions, planFile: string, file: string | undefined): Promise<number> {
  if (file !== undefined || OF_THE_PLAN.some((name) => options[name] !== undefined))
    throw new Failure('--plan takes neither a manifest nor options that change the plan', {
      code: 'usage',
      hint: 'the plan has its manifest and its options: make another one with --plan-out',
    });
  const api = session.openApi();
  const plan = readPlanFile(planFile, session.connection(), session.world);
  try {
    const applied = await session.terminal.progress.during('applying', 1, 1, () => applyPlan(api, plan));
    if (formatOf(session, options) === 'text')
      session.terminal.write(`${harmless(applied.manifest)}: ${summaryText(applied, session.terminal.colours)}\n`);
    return tellApplied(session, options, { ...applied, impact: plan.preview.impact });
  } catch (error) {
    if (!(error instanceof Failure) || error.facts.code !== 'digest_mismatch') throw error;
    throw new Failure(error.message, {
      ...error.facts,
      hint: `somebody changed the landscape in the meantime: make the plan again from ${plan.file}`,
    });
  }
}

/** Throws Failure if `--fail-on` or `--fail-on-changes` could not be evaluated. */
function assertCanJudge(options: PushOptions): void {
  const { failOn, failOnChanges, impact } = options;
  if ((failOnChanges === true || failOn !== undefined) && !isOnlyShown(options))
    throw new Failure(`${failOnChanges === true ? '--fail-on-changes' : '--fail-on'} works only with --preview`, {
      code: 'usage',
      hint: 'without --preview, push would already have applied the changes',
    });
  if (failOn !== undefined && !impact)
    throw new Failure('--fail-on needs the check that --no-impact skips', { code: 'usage', hint: 'leave out --no-impact' });
}

/** Reports an invalid manifest in the requested format, so that a pull request shows the mistakes too. */
function tellIssues(session: Session, options: PushOptions, source: ManifestFile, failure: Failure): number {
  const { terminal } = session;
  const { issues = [], issuesOmitted = 0, requestId, hint } = failure.facts;
  const format = formatOf(session, options);
  if (format === 'markdown') terminal.write(issuesMarkdown(issues, issuesOmitted));
  if (format === 'junit') terminal.write(issuesJunit(source.file, issues, issuesOmitted));
  if (format === 'sarif') terminal.write(sarifLog(resultsOfIssues(issues), sarifOptions(session.world)));
  for (const line of issueLines(issues, terminal.noteColours, (file) => (file === source.file ? source.text : undefined)))
    terminal.note(line);
  const total = issues.length + issuesOmitted;
  const summary = total === 0 ? '' : ` (${countOf(total, 'mistake')})`;
  const isUnfit = failure.facts.code === 'invalid_input' && failure.facts.status !== undefined;
  terminal.note(
    `${terminal.noteColours.red('faultline:')} ${isUnfit ? 'the server refuses the manifest: nothing was changed' : harmless(failure.message).replace(/\.$/, '')}${summary}`,
  );
  if (hint !== undefined) terminal.note(`  ${terminal.noteColours.dim(hint)}`);
  if (requestId !== undefined) terminal.note(terminal.noteColours.dim(`  request id ${requestId}`));
  if (format === 'json') session.writeJson(failureDocument(failure));
  return EXIT.error;
}

function formatOf({ isJson }: Session, { format }: PushOptions): Format {
  return format ?? (isJson ? 'json' : 'text');
}

function changesOf({ summary }: ManifestPlan): number {
  return summary.create + summary.update + summary.delete;
}

/** Writes the plan's file too, unless the plan could not or should not be applied. */
function tellPreview(session: Session, options: PushOptions, source: ManifestFile, manifest: Manifest, saved: SavedPlan): number {
  const { terminal } = session;
  const { preview } = saved;
  const plan = harmlessCopy(preview);
  const format = formatOf(session, options);
  const verdict = options.failOn === undefined ? null : riskVerdict(plan, options.failOn);
  if (format === 'json') session.writeJson(verdict === null ? preview : { ...preview, failOn: toldVerdict(verdict) });
  else if (format === 'markdown') terminal.write(planMarkdown(plan, verdict));
  else if (format === 'junit') terminal.write(planJunit(plan, verdict));
  else if (format === 'sarif') terminal.write(sarifLog(resultsOfPlan(plan, manifest, source, verdict), sarifOptions(session.world)));
  else terminal.write(`${planLines(plan, terminal.colours, { isFull: options.full === true, verdict }).join('\n')}\n`);
  if (obstacles(plan).length > 0) {
    terminal.note(`${terminal.noteColours.red('faultline:')} the manifest cannot be applied as it is`);
    return EXIT.error;
  }
  if (verdict !== null && verdict.refused.length > 0) {
    terminal.note(`${terminal.noteColours.red('faultline:')} the change risks more than --fail-on ${verdict.conditions.join(',')} allows`);
    return EXIT.foundFault;
  }
  if (options.planOut !== undefined) {
    writePlanFile(options.planOut, saved, session.world);
    terminal.note(`The plan is in ${options.planOut}: faultline push --plan ${options.planOut} applies exactly that.`);
  }
  return options.failOnChanges === true && changesOf(plan) > 0 ? EXIT.differences : EXIT.done;
}

/** The verdict as `--json` shows it. What is refused has the same names as in the impact. */
function toldVerdict({ conditions, refused, unexamined }: RiskVerdict): object {
  const reasons = unexamined.map(({ text }) => text).join(' ');
  return {
    conditions,
    refused: refused.map(({ condition, text }) => ({ condition, text })),
    unexamined: reasons === '' ? null : reasons,
  };
}

async function apply(session: Session, options: PushOptions, preview: ManifestPlan, send: () => Promise<ManifestPlan>): Promise<number> {
  const { terminal } = session;
  const plan = harmlessCopy(preview);
  const stop = obstacles(plan);
  const isFirst = isFirstPush(plan) && stop.length === 0 && options.full !== true;
  if (formatOf(session, options) === 'text') {
    const lines = isFirst ? warningLines(plan, terminal.colours) : planLines(plan, terminal.colours, { isFull: options.full === true });
    if (lines.length > 0) terminal.write(`${lines.join('\n')}\n`);
  }
  if (stop.length > 0)
    throw new Failure(`nothing was applied: ${stop[0] ?? ''}`, {
      code: refusalCode(plan),
      facts: { blocked: plan.blocked, planLimit: plan.planLimit, tooManyDeletes: plan.tooManyDeletes, conflicts: plan.conflicts },
    });
  if (plan.summary.delete > 0 && options.yes !== true) await confirmDeletions(session, plan);
  return tellApplied(session, options, { ...(await send()), impact: preview.impact }, isFirst);
}

/** Says what was applied. Its changes were shown before; a first push into an empty tenant showed none, and tells of all in a few lines. */
function tellApplied(session: Session, options: PushOptions, applied: ManifestPlan, isFirst = false): number {
  const { terminal } = session;
  const format = formatOf(session, options);
  if (format === 'json') session.writeJson(applied);
  else if (format === 'markdown') terminal.write(planMarkdown(harmlessCopy(applied)));
  else if (format === 'sarif' || format === 'junit')
    terminal.note(`Applied. ${format === 'sarif' ? 'SARIF' : 'JUnit'} shows what a change would break: use it with --preview.`);
  else if (isFirst)
    terminal.write(`${firstPushLines(harmlessCopy(applied), pageAddress(session.connection(), 'home'), terminal.colours).join('\n')}\n`);
  else if (changesOf(applied) > 0)
    terminal.write(`\n${terminal.colours.green('✓ Applied')} (landscape version ${applied.landscapeVersion})\n`);
  else if (applied.manifest !== EXPORT_MANIFEST_NAME)
    terminal.write(`${terminal.colours.green('✓')} ${harmless(applied.manifest)} owns what it declares\n`);
  return EXIT.done;
}

/** The error code that apply would refuse with. */
function refusalCode({ planLimit, tooManyDeletes, conflicts, takeOver }: ManifestPlan): string {
  if (planLimit !== null) return 'plan_limit';
  if (tooManyDeletes !== null) return 'too_many_deletes';
  return conflicts.length > 0 && !takeOver ? 'declared_elsewhere' : 'in_use';
}

function wholeNumber(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Throws Failure unless the user confirms. */
async function confirmDeletions(session: Session, { summary }: ManifestPlan): Promise<void> {
  const what = countOf(summary.delete, 'deletion');
  const refusal = `nothing was applied: ${what} ${summary.delete === 1 ? 'needs' : 'need'} confirmation, and there is no terminal to ask on`;
  await confirm(session, `Apply, with ${what}?`, {
    refusal,
    hint: 'look at push --preview --prune, then add --yes',
    declined: 'nothing was applied',
  });
}
