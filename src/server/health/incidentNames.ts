/** What the landscape says today of an incident: who owns its cause, where help is, and what people call the components that it names. */
import type { Incident } from '@/contract/incidents';
import type { ComponentReference } from '@/domain/health/explanation';
import type { TimelineEntry } from '@/domain/health/incident';
import { shownHelp } from '@/domain/references';
import type { ReadStatement } from '@/server/db/boundReaders';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { helpFrom } from '@/server/landscape/helpColumn';

export interface CauseInLandscape {
  name: string;
  help: unknown;
  application: { id: string; technicalName: string; name: string; ownerTeam: string | null; help: unknown };
}

/** The cause of an incident `i` of the tenant $1 as a CauseInLandscape; null if it was deleted. */
export const CAUSE_IN_LANDSCAPE = `(select json_build_object('name', c."name", 'help', c."help", 'application', json_build_object(
        'id', a."id", 'technicalName', a."technicalName", 'name', a."name", 'ownerTeam', a."ownerTeam", 'help', a."help"))
      from "component" c join "application" a on a."tenantId" = c."tenantId" and a."id" = c."applicationId"
      where c."tenantId" = $1::uuid and c."id" = i."causeId")`;

type CauseWords = Pick<Incident, 'causeName' | 'application' | 'team' | 'contact' | 'references'>;

export function causeWords(cause: CauseInLandscape | null, { componentId, technicalName: former }: ComponentReference): CauseWords {
  if (cause === null) return { causeName: former, application: null, team: null, contact: null, references: [] };
  const { id, technicalName, name, ownerTeam, help } = cause.application;
  const { contact, references } = shownHelp(
    helpFrom(cause.help ?? {}, { table: 'component', column: 'help', id: componentId }),
    helpFrom(help ?? {}, { table: 'application', column: 'help', id }),
  );
  return { causeName: cause.name, application: { id, technicalName, name }, team: ownerTeam, contact, references: [...references] };
}

/** Looks each up by itself, because without statistics a join would read all components. A name that was given up has no other holder. */
const NAMES: ReadStatement = {
  name: 'names of components by technicalName',
  text: `
    with given as materialized (select distinct g.told from unnest($2::text[]) as g(told)), found as materialized (
      select g.told, coalesce(
        (select c."name" from "component" c where c."tenantId" = $1::uuid and c."technicalName" = g.told),
        (select c."name" from "former_name" f join "component" c on c."tenantId" = f."tenantId" and c."id" = f."entityId"
          where f."tenantId" = $1::uuid and f."kind" = 'component' and f."technicalName" = g.told)
      ) as name
      from given g)
    select json_object_agg(told, name order by told)::text as "names" from found where name is not null`,
};

type Naming = Pick<
  Incident,
  'cause' | 'symptoms' | 'symptomDetails' | 'jointlyWith' | 'explainedInPart' | 'contributesToCauses' | 'impactedNotMonitored'
> &
  Pick<Incident, 'situation' | 'symptomHistory' | 'timeline'>;

/** The display names of today of all components that the incident names, by the technicalName with which it does. */
export async function componentNames(tenant: TenantDb, incident: Naming): Promise<Record<string, string>> {
  const [row] = await read<{ names: string | null }>(tenant, NAMES, [namedIn(incident)]);
  return JSON.parse(row?.names ?? '{}') as Record<string, string>;
}

function namedIn(incident: Naming): string[] {
  const { cause, symptoms, jointlyWith, explainedInPart, situation, timeline } = incident;
  const rows = [
    ...incident.symptomDetails,
    ...incident.symptomHistory,
    ...incident.contributesToCauses,
    ...incident.impactedNotMonitored,
    ...(situation?.causes ?? []),
  ];
  return [
    cause,
    ...symptoms,
    ...jointlyWith,
    ...(explainedInPart?.by ?? []),
    ...incident.symptomDetails.flatMap((detail) => detail.jointlyWith),
    ...rows.map(({ technicalName }) => technicalName),
    ...timeline.flatMap(namedInEntry),
  ];
}

/** The wire types `facts` loosely; the entry's kind tells which facts of the domain they are. */
function namedInEntry(entry: Incident['timeline'][number]): string[] {
  const { kind, facts } = entry as unknown as TimelineEntry;
  switch (kind) {
    case 'Opened':
      return [facts.cause, ...facts.symptoms];
    case 'CauseChanged':
      return [facts.from, facts.to];
    case 'SymptomsChanged':
      return [...facts.joined, ...facts.left];
    case 'SplitOff':
      return [facts.symptom];
    case 'MergedIn':
    case 'Merged':
    case 'Reopened':
    case 'Removed':
      return [facts.cause];
    default:
      return [];
  }
}
