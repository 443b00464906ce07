/** What the home page of a tenant shows besides the live state, on the wire. */
import { z } from 'zod';
import { COMPONENT_KINDS, CRITICALITY_TIERS } from '@/domain/vocabulary';
import { ChangeActor } from './changes';
import { guidOut, timestampOut } from './fields';
import { CHANGE_KINDS } from './values/changes';

const named = { id: guidOut, technicalName: z.string(), name: z.string() };
const people = {
  people: z.number().nullable().meta({ description: 'Null if no audience has a number of people.' }),
  audiencesWithoutNumber: z
    .int()
    .meta({ description: 'How many of the audiences have no number: if any, `people` is the least it can be.' }),
};

export const HomeOverview = z.strictObject({
  landscapeVersion: z.int(),
  size: z.strictObject({ components: z.int(), dependencies: z.int(), applications: z.int() }),
  widest: z
    .array(
      z.strictObject({
        ...named,
        kind: z.enum(COMPONENT_KINDS),
        application: z.string(),
        criticalityTier: z.enum(CRITICALITY_TIERS),
        affected: z.int().meta({ description: 'How many other components are expected to be worse than Healthy if it is down.' }),
        applications: z.int(),
        capabilities: z.int(),
        ...people,
        revenue: z.strictObject({ currency: z.string(), perHour: z.number(), expectedPerHour: z.number() }).optional(),
      }),
    )
    .meta({ description: 'The components that affect the most others, widest first.' }),
  capabilities: z
    .array(
      z.strictObject({
        ...named,
        ...people,
        revenuePerHour: z.strictObject({ currency: z.string(), perHour: z.number() }).optional(),
        components: z.int().meta({ description: 'How many components would affect it if one of them alone were down.' }),
      }),
    )
    .meta({ description: 'The capabilities with the most revenue or people depending on them.' }),
  register: z.strictObject({ registered: z.int(), total: z.int(), percent: z.number().nullable(), unprotected: z.int() }),
  changes: z.strictObject({
    since: timestampOut,
    total: z.int().meta({ description: 'Change sets since then that changed the landscape.' }),
    latest: z.array(
      z.strictObject({
        changeSetId: guidOut,
        at: timestampOut,
        actor: ChangeActor,
        manifest: z.string().nullable().meta({ description: 'The name of the applied manifest; null for a change by hand.' }),
        landscapeVersion: z.int(),
        created: z.int(),
        updated: z.int(),
        deleted: z.int(),
        first: z.strictObject({ kind: z.enum(CHANGE_KINDS), technicalName: z.string() }),
      }),
    ),
  }),
  setUp: z
    .strictObject({ hasHealth: z.boolean(), hasKey: z.boolean(), hasWebhook: z.boolean(), hasOtherMember: z.boolean() })
    .meta({ description: 'Which parts of a tenant are set up.' }),
});
export type HomeOverview = z.infer<typeof HomeOverview>;
