/** `faultline incidents`: the incidents that are not over. */
import type { Command } from 'commander';
import type { IncidentSummary } from '@/contract/incidents';
import type { Page } from '@/contract/lists';
import { INCIDENT_STATE_LABELS } from '@/domain/incidentWords';
import { INCIDENT_STATES, type IncidentState } from '@/domain/vocabulary';
import { formatNumber } from '@/plain/counts';
import { someOf, wholeNumber } from '@/cli/enumArgument';
import { columns } from '@/cli/render/columns';
import type { Session, Shell } from '@/cli/session';
import type { Colours } from '@/cli/terminal';
import { moneyText } from '@/cli/render/money';

/** As the list shows them, and as the API does. */
const STATE_WORDS = [...new Set([...Object.values(INCIDENT_STATE_LABELS), ...INCIDENT_STATES])];

interface IncidentsOptions {
  all?: boolean;
  state?: string[];
  limit: number;
}

/** Those that are not over. */
const UNRESOLVED: readonly IncidentState[] = ['Open', 'Acknowledged', 'Monitoring'];

const AFTER_HELP = `
Recovered, which the API calls Monitoring, means that the cause is healthy again; the incident resolves if it stays so.
Of a cause that keeps changing its state (flapping), the incident stays open until the cause has been quiet for five minutes.

Examples:
  faultline incidents                       those that are not over
  faultline incidents --all --limit 100
  faultline incidents --state Resolved
  faultline incidents --json | jq -r '.items[].cause'`;

export function addIncidents(program: Command, shell: Shell): void {
  const command = program
    .command('incidents')
    .summary('list the incidents that are not over')
    .description('List the incidents that are not over, newest first.')
    .option('-a, --all', 'include those that are over')
    .option('-s, --state <states>', `only those in these states: ${STATE_WORDS.join(', ')}`, someOf(STATE_WORDS))
    .option('-n, --limit <number>', 'how many to list', wholeNumber(1, 200), 50)
    .addHelpText('after', AFTER_HELP);
  shell.on<IncidentsOptions>(command, incidents);
}

async function incidents(session: Session, { all, state, limit }: IncidentsOptions): Promise<number> {
  const chosen = state && INCIDENT_STATES.filter((one) => state.includes(one) || state.includes(INCIDENT_STATE_LABELS[one]));
  const states = chosen ?? (all === true ? undefined : UNRESOLVED);
  const page = await session.terminal.progress.during('asking the server', 1, 1, () =>
    session.openApi().json<Page<IncidentSummary>>({ method: 'GET', path: '/incidents', query: { state: states?.join(','), limit } }),
  );
  const none = state === undefined && all !== true ? 'No incident is open.' : 'There is no such incident.';
  return session.answer(page, (shown, colours) => incidentLines(shown, none, colours));
}

function incidentLines(
  { items, total, totalIsMinimum }: Page<IncidentSummary>,
  none: string,
  { bold, dim, red, yellow }: Colours,
): string[] {
  const paint = [bold, (text: string) => text, (text: string) => (text === 'Outage' ? red(text) : yellow(text)), bold];
  const lines = columns(items.map(incidentRow), (text, column) => (paint[column] ?? dim)(text));
  if (items.length === 0) lines.push(none);
  if (total > items.length)
    lines.push(dim(`… and ${formatNumber(total - items.length)}${totalIsMinimum ? ' or more' : ' more'}: --limit shows up to 200`));
  return lines;
}

/** Why an incident stays as it is although nothing seems to fail, or says nothing. */
function marksOf({ isFlapping, isStale, isUnderMaintenance }: IncidentSummary): string[] {
  return [...(isFlapping ? ['flapping'] : []), ...(isStale ? ['stale'] : []), ...(isUnderMaintenance ? ['under maintenance'] : [])];
}

export function incidentRow(incident: IncidentSummary): string[] {
  const { number, state, severity, cause, startedAt, endedAt, team, exposure } = incident;
  const cost = exposure === null || exposure === undefined || exposure.expectedPerHour === 0 ? null : exposure;
  return [
    `#${number}`,
    INCIDENT_STATE_LABELS[state],
    severity,
    cause,
    [`since ${startedAt.slice(0, 19)}Z`, ...(endedAt === null ? [] : [`until ${endedAt.slice(0, 19)}Z`]), ...marksOf(incident)].join(', '),
    team ?? 'no team recorded',
    cost === null ? '' : `expected cost per hour ${moneyText(cost.currency, cost.expectedPerHour)}`,
  ];
}
