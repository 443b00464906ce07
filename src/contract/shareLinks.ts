/** Links for people without an account, on the wire: views as they were, and badges. Only people make them, never keys. */
import { z } from 'zod';
import { type BlastRadiusAnswer, BlastRadiusInput } from './blastRadius';
import { guid, guidOut, timestampOut } from './fields';
import { groupAsked, type ImpactColumns, type LiveColumns } from './impactColumns';
import type { Incident } from './incidents';
import type { LandscapeFilters } from './landscapePicture';
import { type Picture, type PictureDifferences, type PictureMarks, PictureMarksInput } from './picture';
import { ScenarioInput, type ScenarioPicture } from './scenarios';
import { type BestFixes, type WeakPoints, type WeakPointSummary, WeakPointsQuestion } from './weakPoints';
import { LINK_KINDS, MOST_LINK_DAYS, SHARED_PAGES } from './values/shareLinks';

/** The question of a page, which the server answers once more for the link: nobody can have another answer stored. */
export const SharedQuestion = z.discriminatedUnion('page', [
  /** With the window that it is laid out for: people who share a picture have looked at exactly this one. */
  z.strictObject({ page: z.literal('landscape'), question: PictureMarksInput }),
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
  z.strictObject({ page: z.literal('weak-points-overview'), question: z.strictObject({}) }),
  z.strictObject({ page: z.literal('incidents'), question: z.strictObject({ id: guid }), group: groupAsked }),
]);
export type SharedQuestion = z.infer<typeof SharedQuestion>;

/** What is stored of a view: the answers that its page shows. */
export type SharedAnswer =
  | {
      page: 'landscape';
      picture: Picture;
      /** Null if the page colours nothing: while two instants are compared, and by the health of the past. */
      marks: PictureMarks | null;
      /** Null unless two instants are compared. */
      differences: PictureDifferences | null;
      filters: LandscapeFilters;
      /** By id, of the hosting zones and technologies to which it is filtered. */
      filterNames: Record<string, string>;
      /** What it is a part of the landscape around, by name, and how many hops; null for all of it. */
      around: { names: string[]; hops: number } | null;
      /** The moment of the landscape; null for that of the link. */
      at: string | null;
      /** The earlier moment with which it is compared; null if it is not. */
      since: string | null;
    }
  | { page: 'blast-radius'; answer: BlastRadiusAnswer; columns: ImpactColumns; /** As for a landscape. */ at: string | null }
  | { page: 'scenarios'; picture: ScenarioPicture }
  | { page: 'weak-points'; answer: WeakPoints }
  | { page: 'weak-points-overview'; summary: WeakPointSummary; best: SharedFixes }
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

/** Without the manifests that would make the changes. */
type SharedFixes = Omit<BestFixes, 'fixes'> & { fixes: Omit<BestFixes['fixes'][number], 'manifest'>[] };

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
