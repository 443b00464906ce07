/** Maintenance windows on the wire: meanwhile, failures of the component or application open no incident and send no event. */
import { z } from 'zod';
import { entityReference, guid, guidOut, text, timestampOut } from './fields';
import { anyOf, pageInput, pageOf, searchInput } from './lists';
import { MAINTAINED_KINDS, MAINTENANCE_STATUSES } from './values/maintenance';

const kind = z.enum(MAINTAINED_KINDS).meta({ description: 'A window on an application covers all its components.' });
const moment = z.iso.datetime({ offset: true });
const reason = text(1, 1_000)
  .refine((value) => value.trim() !== '', 'must not be blank')
  .meta({ example: 'Upgrade to PostgreSQL 18' });

function endsAfterItStarts({ startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | undefined }): boolean {
  // A value that is no date-time, such as a plain date, was already reported.
  return !moment.safeParse(startsAt).success || !moment.safeParse(endsAt).success || Date.parse(startsAt ?? '') < Date.parse(endsAt ?? '');
}
const order = { message: 'must be after startsAt', path: ['endsAt'] };

export const MaintenanceCreate = z
  .strictObject({
    kind,
    entity: entityReference,
    reason,
    startsAt: moment.optional().meta({ description: 'Default: now.', example: '2030-11-21T22:00:00Z' }),
    endsAt: moment.meta({ description: 'The first moment after the window. Must be in the future.', example: '2030-11-22T02:00:00Z' }),
  })
  .refine(endsAfterItStarts, order);
export type MaintenanceCreate = z.infer<typeof MaintenanceCreate>;

/** Set `endsAt` to now to end an active window early. An ended window cannot be changed: 409. */
export const MaintenancePatch = z
  .strictObject({ id: guid, reason: reason.optional(), startsAt: moment.optional(), endsAt: moment.optional() })
  .refine(endsAfterItStarts, order);
export type MaintenancePatch = z.infer<typeof MaintenancePatch>;

export const MaintenanceInput = z.strictObject({ id: guid });
export type MaintenanceInput = z.infer<typeof MaintenanceInput>;

export const MaintenanceListInput = z.strictObject({
  ...pageInput,
  ...searchInput,
  status: anyOf(MAINTENANCE_STATUSES),
  kind: anyOf(MAINTAINED_KINDS),
  component: entityReference.optional().meta({
    description: 'GUID or technicalName: windows on this component or its application.',
    example: 'astronomy-db',
  }),
});
export type MaintenanceListInput = z.infer<typeof MaintenanceListInput>;

export const Maintenance = z.strictObject({
  id: guidOut,
  kind,
  entityId: guidOut,
  technicalName: z.string(),
  name: z.string(),
  reason: z.string(),
  startsAt: timestampOut,
  endsAt: timestampOut,
  status: z.enum(MAINTENANCE_STATUSES),
  createdBy: z.string(),
  createdAt: timestampOut,
  version: z.int(),
});
export type Maintenance = z.infer<typeof Maintenance>;

export const MaintenancePage = pageOf(Maintenance);
export type MaintenancePage = z.infer<typeof MaintenancePage>;
