/** `faultline status`: which server and tenant a command would ask, and how things stand there. */
import type { Command } from 'commander';
import type { ImpactSnapshot } from '@/contract/impactSnapshot';
import type { Tenant } from '@/contract/tenant';
import { countOf, formatNumber } from '@/plain/counts';
import { EXIT } from '@/cli/failure';
import { quietWords, ShownSnapshot } from '@/cli/render/snapshotText';
import { columns } from '@/cli/render/columns';
import type { Session, Shell } from '@/cli/session';
import { harmlessCopy, type Colours } from '@/cli/terminal';
import { namesOfCauses } from '@/domain/situationWords';
import { moneyText } from '@/cli/render/money';

const AFTER_HELP = `
Examples:
  faultline status                             where commands go, and what is wrong there
  faultline status --profile production
  faultline status --json | jq .openIncidents`;

export function addStatus(program: Command, shell: Shell): void {
  const command = program
    .command('status')
    .summary('the server, the tenant, and what is wrong right now')
    .description('Show which server and tenant commands go to, what the landscape holds, and what is wrong right now.')
    .addHelpText('after', AFTER_HELP);
  shell.on(command, status);
}

async function status(session: Session): Promise<number> {
  const { terminal } = session;
  const { origin } = session.connection();
  const api = session.openApi();
  const [tenant, snapshot] = await terminal.progress.during('asking the server', 1, 1, () =>
    Promise.all([
      api.json<Tenant>({ method: 'GET', path: '/tenant' }),
      api.json<ImpactSnapshot>({ method: 'GET', path: '/impact/snapshot' }),
    ]),
  );
  if (session.isJson)
    session.writeJson({
      url: origin,
      release: tenant.release,
      tenant: { id: tenant.id, name: tenant.name, plan: tenant.plan },
      landscape: { version: tenant.landscapeVersion, components: tenant.usage.components, componentLimit: tenant.limits.components },
      unhealthy: snapshot.unhealthy.length,
      affected: snapshot.impacted.length,
      openIncidents: snapshot.openIncidents.length,
      pendingSignals: snapshot.pendingSignals,
      ...(snapshot.revenueExposure === undefined ? {} : { expectedPerHour: snapshot.revenueExposure.expectedPerHour }),
    });
  else
    terminal.write(
      `${statusLines(origin, harmlessCopy(tenant), ShownSnapshot.parse(harmlessCopy(snapshot)), terminal.colours).join('\n')}\n`,
    );
  return EXIT.done;
}

function statusLines(origin: string, tenant: Tenant, snapshot: ShownSnapshot, { bold, dim }: Colours): string[] {
  const { name, plan, landscapeVersion, usage, limits, release } = tenant;
  const rows = [
    ['server', `${origin}  ${dim(`Faultline ${release.version}`)}`],
    ['tenant', `${bold(name)}  ${dim(`plan ${plan}`)}`],
    ['landscape', `${countOf(usage.components, 'component')} of at most ${formatNumber(limits.components)}, version ${landscapeVersion}`],
    ['now', nowWords(snapshot)],
  ];
  return columns(rows);
}

function nowWords(snapshot: ShownSnapshot): string {
  const { unhealthy, impacted, revenueExposure, pendingSignals } = snapshot;
  const waiting = pendingSignals === 0 ? '' : `; ${countOf(pendingSignals, 'signal')} not processed yet`;
  if (unhealthy.length === 0 && impacted.length === 0) return `${quietWords(snapshot)}${waiting}`;
  const causes = namesOfCauses(unhealthy.map(({ technicalName, state }) => `${technicalName} (${state})`));
  const { currency = '', expectedPerHour = 0 } = revenueExposure ?? {};
  const cost = expectedPerHour === 0 ? '' : `; expected cost per hour ${moneyText(currency, expectedPerHour)}`;
  const reporting = new Set(unhealthy.map(({ technicalName }) => technicalName));
  const others = impacted.filter(({ technicalName }) => !reporting.has(technicalName)).length;
  return `${causes}; ${others === 0 ? 'no other component' : countOf(others, 'other component')} affected${cost}${waiting}`;
}
