/** Maintenance windows on the wire: meanwhile, failures of the component or application open no incident and send no event except `impact.changed`. */
import { z } from 'zod';
import { createdAtOut, entityReference, guid, guidOut, idOut, instant, nameOut, technicalNameOut, text, timestampOut } from './fields';
import { anyOf, pageInput, pageOf, searchInput } from './lists';
import { MAINTAINED_KINDS, MAINTENANCE_STATUSES } from './values/maintenance';

const kind = z.enum(MAINTAINED_KINDS).meta({ description: 'A window on an application covers all its components.' });
const reason = text(1, 1_000)
  .refine((value) => value.trim() !== '', 'must not be blank')
  .meta({ description: 'What the work is, for people.', example: 'Upgrade to PostgreSQL 18' });

function endsAfterItStarts({ startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | undefined }): boolean {
  // A value that is no date-time, such as a plain date, was already reported.
  return (
    !instant.safeParse(startsAt).success || !instant.safeParse(endsAt).success || Date.parse(startsAt ?? '') < Date.parse(endsAt ?? '')
  );
}
const order = { message: 'must be after startsAt', path: ['endsAt'] };

export const MaintenanceCreate = z
  .strictObject({
    kind,
    entity: entityReference.meta({ description: 'The component or application: its GUID or technicalName.' }),
    reason,
    startsAt: instant.optional().meta({ description: 'The first moment of the window. Default: now.', example: '2030-11-21T22:00:00Z' }),
    endsAt: instant.meta({ description: 'The first moment after the window. Must be in the future.', example: '2030-11-22T02:00:00Z' }),
  })
  .refine(endsAfterItStarts, order);
export type MaintenanceCreate = z.infer<typeof MaintenanceCreate>;

const id = guid.meta({ description: 'The id of the maintenance window.' });

/** Set `endsAt` to now to end an active window early. An ended window cannot be changed: 409. */
export const MaintenancePatch = z
  .strictObject({
    id,
    reason: reason.optional(),
    startsAt: instant.optional().meta({ description: 'The first moment of the window. Cannot be changed once the window has begun.' }),
    endsAt: instant.optional().meta({
      description: 'The first moment after the window. The present time, or an earlier one, ends an active window early.',
    }),
  })
  .refine(endsAfterItStarts, order);
export type MaintenancePatch = z.infer<typeof MaintenancePatch>;

export const MaintenanceInput = z.strictObject({ id });

export const MaintenanceListInput = z.strictObject({
  ...pageInput,
  ...searchInput,
  status: anyOf(MAINTENANCE_STATUSES).meta({ description: 'Only windows that are planned, active or ended.' }),
  kind: anyOf(MAINTAINED_KINDS).meta({ description: 'Only windows on components, or only those on applications.' }),
  component: entityReference.optional().meta({
    description: 'GUID or technicalName: windows on this component or its application.',
    example: 'astronomy-db',
  }),
});
export type MaintenanceListInput = z.infer<typeof MaintenanceListInput>;

export const Maintenance = z
  .strictObject({
    id: idOut,
    kind,
    entityId: guidOut.meta({ description: 'The id of the component or application.' }),
    technicalName: technicalNameOut.meta({ description: 'technicalName of the component or application.' }),
    name: nameOut.meta({ description: 'What people call the component or application.' }),
    reason: z.string().meta({ description: 'What the work is, for people.', maxLength: 1_000 }),
    startsAt: timestampOut.meta({ description: 'The first moment of the window.' }),
    endsAt: timestampOut.meta({ description: 'The first moment after the window.' }),
    status: z.enum(MAINTENANCE_STATUSES).meta({ description: 'Planned before the window, Active within it, Ended afterwards.' }),
    createdBy: z.string().meta({ description: 'The name of the key or person who planned it.', maxLength: 200 }),
    createdAt: createdAtOut,
    version: z.int().min(1).meta({ description: 'Incremented by each update.' }),
  })
  .meta({ description: 'Planned work: meanwhile, failures open no incident and send no event except `impact.changed`.' });
export type Maintenance = z.infer<typeof Maintenance>;

export const MaintenancePage = pageOf(Maintenance);
