/** The orders of the list of incidents, as SQL, and where a page of each continues. Ties are ordered by number, in the same direction. */
import type { INCIDENT_SORTS } from '@/contract/values/lists';

export type IncidentSort = (typeof INCIDENT_SORTS)[number];

interface Key {
  /** Of an incident `i` of the tenant $1; `asOf` makes the parameter for the moment of the first page. Null for the number itself. */
  sql: ((asOf: () => string) => string) | null;
  type: 'int' | 'bigint' | 'float8' | 'text';
  /** What `sql` needs beside the incident. */
  join?: string;
  isMoney?: true;
  /** The order changes as time passes, though nothing happens. */
  dependsOnTime?: true;
}

/** Each incident that is not over with a figure of the situation that the last turn placed it in; the others have none. */
const figures = (rows: string, id: string, figure: string): string => `left join (
    select (${id})::uuid as "id", max((${figure})::float8) as "figure"
    from "impact_snapshot" s, json_array_elements(s."situations"->'situations') x, ${rows} m
    where s."tenantId" = $1::uuid and ${id} is not null group by 1) told on told."id" = i."id"`;

/** A cause is looked up by its key, because without statistics a join would read all components. */
const ofCause = (field: string, more = ''): string =>
  `(select ${field} from "component" c ${more} where c."tenantId" = $1::uuid and c."id" = i."causeId")`;

const KEYS: Readonly<Record<string, Key>> = {
  number: { sql: null, type: 'int' },
  cause: { sql: () => `lower(coalesce(${ofCause('c."name"')}, i."causeName"))`, type: 'text' },
  severity: { sql: () => `array_position(array['Warning', 'Degraded', 'Outage'], i."severity"::text)`, type: 'int' },
  expectedPerHour: {
    sql: () => 'coalesce(told."figure", 0)',
    type: 'float8',
    isMoney: true,
    join: figures(`json_array_elements(x->'causes')`, `m.value->>'incidentId'`, `m.value->'part'->>'expectedPerHour'`),
  },
  costSoFar: {
    sql: (asOf) =>
      `coalesce(i."cost", told."amount" + told."perHour" * greatest(0, extract(epoch from ${asOf()}::timestamptz) * 1000 - told."until") / 3600000, 0)`,
    type: 'float8',
    isMoney: true,
    dependsOnTime: true,
    join: `left join (
    select m.key::uuid as "id", (m.value->>'amount')::float8 as "amount", (m.value->>'perHour')::float8 as "perHour", (m.value->>'until')::float8 as "until"
    from "impact_snapshot" s, json_each(s."situations"->'costs') m where s."tenantId" = $1::uuid) told on told."id" = i."id"`,
  },
  people: {
    sql: () => 'coalesce(told."figure", 0)',
    type: 'float8',
    join: figures(`json_array_elements_text(x->'incidents')`, 'm.value', `x->'counts'->>'people'`),
  },
  team: {
    sql: () =>
      `coalesce(lower(${ofCause('a."ownerTeam"', 'join "application" a on a."tenantId" = c."tenantId" and a."id" = c."applicationId"')}), '')`,
    type: 'text',
  },
  duration: {
    sql: (asOf) => `(extract(epoch from (case when i."state" = 'Merged' then i."updatedAt"
      else coalesce(i."healthySince", case when i."state" = 'Resolved' then i."resolvedAt" end, ${asOf()}::timestamptz) end
      - coalesce(i."startedAt", i."openedAt"))) * 1000)::bigint`,
    type: 'bigint',
    dependsOnTime: true,
  },
};

export interface IncidentOrder extends Key {
  direction: 'asc' | 'desc';
}

export function incidentOrder(sort: IncidentSort): IncidentOrder {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const key = KEYS[name];
  if (key === undefined) throw new Error(`No order is named ${sort}.`);
  return { ...key, direction: isDescending ? 'desc' : 'asc' };
}

/** Where a page ends: the key of its last incident, if the order has one, its number, and the moment of the first page in milliseconds. */
export interface IncidentPlace {
  key: string | number | null;
  number: number;
  asOf: number;
}

/** In the order of numbers, the place is the number alone. */
export function placeText({ key, number, asOf }: IncidentPlace): string {
  return key === null ? String(number) : JSON.stringify([key, number, asOf]);
}

/** `text` is what `placeText` made: cursors are signed. */
export function placeFrom(text: string, now: number): IncidentPlace {
  if (!text.startsWith('[')) return { key: null, number: Number(text), asOf: now };
  const [key, number, asOf] = JSON.parse(text) as [string | number, number, number];
  return { key, number, asOf };
}
