/** Members, invitations and what people do for themselves, on the wire. Only the answer that creates an invitation contains its token. */
import { z } from 'zod';
import { ROLES } from '@/domain/vocabulary';
import { displayName, guid, guidOut, text, timestampOut } from './fields';
import { pageInput, searchInput } from './lists';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './values/people';

/** Converted to lower case: addresses are compared ignoring case. */
export const emailAddress = text(3, 254)
  .trim()
  .toLowerCase()
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/, 'must be an e-mail address')
  .meta({ example: 'ada@example.com' });

const role = z.enum(ROLES);

export const Member = z.strictObject({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: timestampOut,
  /** The person who asks. */
  isYou: z.boolean(),
});
export type Member = z.infer<typeof Member>;

export const MemberListInput = z.strictObject({ ...pageInput, ...searchInput });
export type MemberListInput = z.infer<typeof MemberListInput>;

const userId = text(1, 100);
export const MemberRoleInput = z.strictObject({ userId, role });
export const MemberRemoveInput = z.strictObject({ userId });

export const Invitation = z.strictObject({
  id: guidOut,
  email: z.string(),
  role,
  invitedBy: z.string(),
  createdAt: timestampOut,
  expiresAt: timestampOut,
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationCreate = z.strictObject({ email: emailAddress, role });
export type InvitationCreate = z.infer<typeof InvitationCreate>;

export const InvitationListInput = z.strictObject({ ...pageInput, ...searchInput });
export type InvitationListInput = z.infer<typeof InvitationListInput>;

export const InvitationInput = z.strictObject({ id: guid });

export const CreatedInvitation = Invitation.extend({
  token: z.string().meta({ description: 'Shown only in this answer; the link is /invitations/{token}.' }),
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

const token = text(1, 200);
export const InvitationAcceptInput = z.strictObject({ token });
export const InvitationJoinInput = z.strictObject({ token, name: displayName, password: text(SHORTEST_PASSWORD, LONGEST_PASSWORD) });
export type InvitationJoinInput = z.infer<typeof InvitationJoinInput>;

/** What the holder of a link sees before accepting. */
export interface InvitationOffer {
  tenantName: string;
  email: string;
  role: z.infer<typeof role>;
  invitedBy: string;
  expiresAt: string;
  /** Whether this address already has an account. */
  hasAccount: boolean;
}

export const Joined = z.strictObject({ tenantId: guidOut });
export type Joined = z.infer<typeof Joined>;

export const TenantFound = z.strictObject({ name: displayName });

export const SignInSession = z.strictObject({
  id: z.string(),
  startedAt: timestampOut,
  lastSeenAt: timestampOut,
  expiresAt: timestampOut,
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  isThisOne: z.boolean(),
});
export type SignInSession = z.infer<typeof SignInSession>;

export const SessionEndInput = z.strictObject({ id: text(1, 100) });
