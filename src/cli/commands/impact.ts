/** `faultline impact`: what is impacted right now. */
import type { Command } from 'commander';
import { EXIT, Failure } from '../failure';
import { ShownSnapshot, snapshotLines } from '../render/snapshotText';
import type { Session, Shell } from '../session';
import { harmlessCopy } from '../terminal';

const AFTER_HELP = `
Examples:
  faultline impact
  faultline impact --json | jq '.unhealthy[].technicalName'`;

export function addImpact(program: Command, shell: Shell): void {
  const command = program
    .command('impact')
    .summary('what is impacted right now')
    .description('What is unhealthy right now, and what that impacts.')
    .addHelpText('after', AFTER_HELP);
  shell.on(command, showImpact);
}

async function showImpact(session: Session): Promise<number> {
  const { status, text } = await session.openApi().request({ method: 'GET', path: '/impact/snapshot', expected: [404] });
  if (status === 404) throw new Failure('this server does not offer the impact snapshot yet', { code: 'not_offered', status });
  const snapshot = JSON.parse(text) as unknown;
  if (session.isJson) session.writeJson(snapshot);
  else {
    const shown = ShownSnapshot.safeParse(snapshot);
    if (!shown.success)
      throw new Failure('the server answered with a snapshot that this command does not understand', {
        code: 'not_understood',
        hint: '--json shows it as it is; a newer faultline may know it',
      });
    session.terminal.write(`${snapshotLines(harmlessCopy(shown.data), session.terminal.colours).join('\n')}\n`);
  }
  return EXIT.done;
}
