/** Links for people without an account, on the wire: views as they were, and badges. Only people make them, never keys. */
import { z } from 'zod';
import { type BlastRadiusAnswer, BlastRadiusInput } from './blastRadius';
import { guid, guidOut, timestampOut } from './fields';
import { groupAsked, type ImpactColumns, type LiveColumns } from './impactColumns';
import type { Incident } from './incidents';
import { ScenarioInput, type ScenarioPicture } from './scenarios';
import { type WeakPoints, WeakPointsQuestion } from './weakPoints';
import { LINK_KINDS, MOST_LINK_DAYS, SHARED_PAGES } from './values/shareLinks';

/** The question of a page, which the server answers once more for the link: nobody can have another answer stored. */
export const SharedQuestion = z.discriminatedUnion('page', [
  z.strictObject({
    page: z.literal('blast-radius'),
    question: BlastRadiusInput.omit({ componentLimit: true }),
    group: groupAsked,
  }),
  z.strictObject({ page: z.literal('scenarios'), question: ScenarioInput.omit({ componentLimit: true }), group: groupAsked }),
  z.strictObject({
    page: z.literal('weak-points'),
    question: WeakPointsQuestion.pick({ entityType: true, entityId: true, state: true, order: true }),
  }),
  z.strictObject({ page: z.literal('incidents'), question: z.strictObject({ id: guid }), group: groupAsked }),
]);
export type SharedQuestion = z.infer<typeof SharedQuestion>;

/** What is stored of a view: the answers that its page shows. */
export type SharedAnswer =
  | { page: 'blast-radius'; answer: BlastRadiusAnswer; columns: ImpactColumns }
  | { page: 'scenarios'; picture: ScenarioPicture }
  | { page: 'weak-points'; answer: WeakPoints }
  | {
      page: 'incidents';
      incident: Incident;
      /** Null if the history of that moment is no longer kept. */
      columns: LiveColumns | null;
      /** The components that reported trouble themselves. */
      reporting: string[];
      /** The moment of the columns; null for that of the link. */
      at: string | null;
    };

export const ShareLinkCreate = z.strictObject({
  what: SharedQuestion,
  /** Whether money is shown. Only for those who may see it themselves. */
  hasRevenue: z.boolean(),
  days: z.int().min(1).max(MOST_LINK_DAYS),
});
export type ShareLinkCreate = z.infer<typeof ShareLinkCreate>;

export const BadgeCreate = z.strictObject({ applicationId: guid });
export type BadgeCreate = z.infer<typeof BadgeCreate>;

export const ShareLink = z.strictObject({
  id: guidOut,
  kind: z.enum(LINK_KINDS),
  /** Null for a badge. */
  page: z.enum(SHARED_PAGES).nullable(),
  /** What it shows, by name. */
  title: z.string(),
  madeBy: z.strictObject({ name: z.string(), isYou: z.boolean() }),
  madeAt: timestampOut,
  /** Null for a badge. */
  expiresAt: timestampOut.nullable(),
  hasRevenue: z.boolean(),
  mayRevoke: z.boolean(),
});
export type ShareLink = z.infer<typeof ShareLink>;

/** With the token in clear text, which is shown only this once. */
export const CreatedShareLink = ShareLink.extend({ token: z.string() });
export type CreatedShareLink = z.infer<typeof CreatedShareLink>;

/** Those that work, the newest first; limited by how many a tenant may have. */
export const ShareLinkList = z.strictObject({ isAllowed: z.boolean(), items: z.array(ShareLink) });
export type ShareLinkList = z.infer<typeof ShareLinkList>;

export const ShareLinkInput = z.strictObject({ id: guid });

/** What the address of a view's link answers. */
export interface SharedView {
  id: string;
  tenantName: string;
  title: string;
  madeAt: string;
  expiresAt: string;
  hasRevenue: boolean;
  content: SharedAnswer;
}
