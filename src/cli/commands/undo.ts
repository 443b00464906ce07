/** `faultline undo`: reverts one applied manifest with a new change, and lists what it could not restore. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { UndoResult } from '@/contract/manifest/applies';
import { countOf } from '@/plain/counts';
import { confirm } from '@/cli/confirm';
import { EXIT, Failure } from '@/cli/failure';
import { changeLines, limitText } from '@/cli/render/planText';
import { kindNoun } from '@/cli/render/values';
import type { Session, Shell } from '@/cli/session';
import { harmlessCopy, type Colours } from '@/cli/terminal';

interface UndoOptions {
  preview?: boolean;
  yes?: boolean;
  full?: boolean;
}

const AFTER_HELP = `
Undo makes a new change; the history stays. Anything changed since then is left as it is, and is listed. Before it deletes anything that the apply created, it asks on a terminal; elsewhere it needs --yes.

Examples:
  faultline history                                  find the apply
  faultline undo --preview 0b54…                     what would come back, and what not
  faultline undo 0b54…`;

export function addUndo(program: Command, shell: Shell): void {
  const command = program
    .command('undo <change-set>')
    .summary('undo an applied manifest')
    .description('Undo one applied manifest with a new change. What could not be restored is listed.')
    .option('-p, --preview', 'only show; changes nothing')
    .option('-y, --yes', 'delete without asking')
    .option('--full', 'show every change, however many')
    .addHelpText('after', AFTER_HELP);
  shell.on<UndoOptions>(command, undo);
}

async function undo(session: Session, options: UndoOptions, changeSetId: string): Promise<number> {
  const { terminal } = session;
  const { progress } = terminal;
  const api = session.openApi();
  const path = `/manifest/applies/${encodeURIComponent(changeSetId)}/undo`;
  const steps = options.preview === true ? 1 : 2;
  const preview = await progress.during('asking the server what would come back', 1, steps, () =>
    api.json<UndoResult>({ method: 'GET', path }),
  );
  if (!session.isJson) tell(session, preview, options);
  else if (options.preview === true) session.writeJson(preview);
  if (options.preview === true) return EXIT.done;
  if (preview.summary.delete > 0 && options.yes !== true) {
    const what = countOf(preview.summary.delete, 'deletion');
    await confirm(session, `Undo, with ${what}?`, {
      refusal: `nothing was undone: it would mean ${what}, and there is no terminal to ask on`,
      hint: 'check undo --preview, then add --yes',
      declined: 'nothing was undone',
    });
  }
  const done = await progress.during('undoing it', 2, steps, () =>
    api.json<UndoResult>({ method: 'POST', path, idempotencyKey: randomUUID() }),
  );
  if (session.isJson) session.writeJson(done);
  else if (done.changeSetId === null) terminal.write('There was nothing left to undo.\n');
  else terminal.write(`\n${terminal.colours.green('✓ Undone:')} ${summaryOf(done)} (landscape version ${done.landscapeVersion})\n`);
  return EXIT.done;
}

function summaryOf({ summary, givenBack }: UndoResult): string {
  const back = givenBack === 0 ? '' : `, ${countOf(givenBack, 'field')} given back to other manifests`;
  const rest = summary.notRestored === 0 ? '' : `, ${summary.notRestored.toLocaleString('en-US')} not restored`;
  return `${summary.create.toLocaleString('en-US')} created, ${summary.update.toLocaleString('en-US')} updated, ${summary.delete.toLocaleString('en-US')} deleted${back}${rest}`;
}

/** Throws Failure if the plan has no room for what would be restored. */
function tell({ terminal }: Session, result: UndoResult, { full }: UndoOptions): void {
  const { colours } = terminal;
  const shown = harmlessCopy(result);
  const { create, update, delete: remove } = shown.summary;
  const counts = [
    `${create.toLocaleString('en-US')} to create again`,
    `${update.toLocaleString('en-US')} to update`,
    `${remove.toLocaleString('en-US')} to delete`,
    ...(shown.givenBack === 0 ? [] : [`${countOf(shown.givenBack, 'field')} to give back to other manifests`]),
  ];
  const lines = [
    `Undo of ${colours.bold(shown.manifest)}: ${counts.join(', ')}`,
    ...changeLines(shown.changes, colours, { isFull: full === true }),
    ...leftLines(shown, colours, full === true),
  ];
  terminal.write(`${lines.join('\n')}\n`);
  if (shown.planLimit === null) return;
  throw new Failure(`nothing can be undone: ${limitText(shown.planLimit)}`, { code: 'plan_limit' });
}

const SHOWN_LEFT = 100;

function leftLines({ notRestored }: UndoResult, colours: Colours, isFull: boolean): string[] {
  if (notRestored.length === 0) return [];
  const shown = isFull ? notRestored : notRestored.slice(0, SHOWN_LEFT);
  const lines = shown.map(
    ({ kind, technicalName, field, message }) =>
      `  ${colours.yellow('!')} ${kindNoun(kind)} ${technicalName}${field === null ? '' : `, ${field}`}: ${message}`,
  );
  const rest = notRestored.length - shown.length;
  return [
    '',
    colours.bold(`Stays as it is (${notRestored.length.toLocaleString('en-US')})`),
    ...lines,
    ...(rest > 0 ? [colours.dim(`    … and ${rest.toLocaleString('en-US')} more: --full shows all`)] : []),
  ];
}
