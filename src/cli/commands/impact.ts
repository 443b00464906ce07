/** `faultline impact`: what is affected right now. */
import type { Command } from 'commander';
import type { z } from 'zod';
import { Failure } from '@/cli/failure';
import { causeLines, ShownCauses } from '@/cli/render/causesText';
import { ShownSnapshot, snapshotLines } from '@/cli/render/snapshotText';
import type { Session, Shell } from '@/cli/session';

const AFTER_HELP = `
Examples:
  faultline impact
  faultline impact --by-cause                          what each cause does, alone and jointly with others
  faultline impact --json | jq '.unhealthy[].technicalName'`;

export function addImpact(program: Command, shell: Shell): void {
  const command = program
    .command('impact')
    .summary('what is affected right now')
    .description('What is unhealthy right now, and what that affects.')
    .option('--by-cause', 'grouped by cause: what each contributes to, alone or jointly with others')
    .addHelpText('after', AFTER_HELP);
  shell.on<ImpactOptions>(command, (session, options) => (options.byCause === true ? showCauses(session) : showSnapshot(session)));
}

interface ImpactOptions {
  byCause?: boolean;
}

async function showSnapshot(session: Session): Promise<number> {
  const { status, text } = await session.openApi().request({ method: 'GET', path: '/impact/snapshot', expected: [404] });
  if (status === 404) throw new Failure('this server does not offer the impact snapshot yet', { code: 'not_offered', status });
  return session.answer<unknown>(JSON.parse(text), (shown, colours) => snapshotLines(understood(shown, ShownSnapshot), colours));
}

/** How many components of each cause are listed; the rest are counted. */
const COMPONENTS_SHOWN = 20;

async function showCauses(session: Session): Promise<number> {
  const query = session.isJson ? {} : { componentLimit: COMPONENTS_SHOWN };
  const { status, text } = await session.openApi().request({ method: 'GET', path: '/blast-radius/health-impact', query, expected: [404] });
  if (status === 404) throw new Failure('this server does not offer the impact by cause yet', { code: 'not_offered', status });
  const answer: unknown = JSON.parse(text);
  // Without a cause, what matters is how much is reported at all, which only the snapshot says.
  if (!session.isJson && understood(answer, ShownCauses).causes.length === 0) return showSnapshot(session);
  return session.answer(answer, (shown, colours) => causeLines(understood(shown, ShownCauses), colours));
}

/** Throws Failure if the answer has an unknown shape. */
function understood<Shown>(answer: unknown, schema: z.ZodType<Shown>): Shown {
  const shown = schema.safeParse(answer);
  if (!shown.success)
    throw new Failure('the server answered with a snapshot that this version of the command does not understand', {
      code: 'not_understood',
      hint: '--json shows it as it is; a newer faultline may understand it',
    });
  return shown.data;
}
