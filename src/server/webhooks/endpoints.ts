/** Endpoints: creates, changes, enables, disables and tests them, and rotates their secrets. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import type {
  Webhook,
  WebhookCreate,
  WebhookDeleted,
  WebhookFormat,
  WebhookListInput,
  WebhookPatch,
  WebhookTested,
  WebhookWithSecret,
} from '@/contract/webhooks';
import { PLAN_LIMITS } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { Prisma, WebhookEndpoint as EndpointRow } from '@generated/client';
import { env } from '@/server/env';
import { appendEvents } from '@/server/events/eventLog';
import { RECORDED_ONLY, makeChange, type Actor } from '@/server/landscape/changeLandscape';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { assertTarget } from './checkTarget';
import { openLanes } from './claimLane';
import { closeLanes } from './disableEndpoint';
import { PREVIOUS_SECRET_HOURS, newSecret, sealSecret } from './endpointSecrets';
import { NOT_OF_MEMBERS } from './membersEndpoint';
import { assertHasMail, mailAddressOf } from './messages/sendMail';
import { shownAddress } from './shownAddress';
import { changeOf, webhookOut } from './webhookRows';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const MOST_ENDPOINTS = 100;

/** Who acts, and the plan of the tenant. */
export interface WebhookCaller {
  actor: Actor;
  plan: Plan;
  now: Date;
}

/** People can use the browser on every plan; webhooks need the same plans as the API. */
export function assertPlanHasWebhooks(plan: Plan): void {
  if (!PLAN_LIMITS[plan].hasApi) throw new AppError('plan_required', `Webhooks need the Business plan or above; this tenant has ${plan}.`);
}

function unknown(id: string): AppError {
  return new AppError('not_found', `There is no webhook with the id ${id}.`);
}

/** The endpoint, locked for the rest of the transaction. Throws `not_found`. */
export async function lockEndpoint(tx: Transaction, tenantId: string, id: string): Promise<EndpointRow> {
  await tx.$queryRaw`select 1 from "webhook_endpoint" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  const row = await tx.webhookEndpoint.findUnique({ where: { tenantId_id: { tenantId, id }, ...NOT_OF_MEMBERS } });
  if (row === null) throw unknown(id);
  return row;
}

/** Throws 400 for an address that this format cannot be sent to, and 409 for e-mail if the server cannot send any. */
async function assertAddress(url: string, format: WebhookFormat): Promise<void> {
  if (format !== 'email') return assertTarget(url, env().WEBHOOK_ALLOW_LOOPBACK);
  if (mailAddressOf(url) === null) throw invalidInput('url', 'must be mailto: and one address, as in mailto:on-call@acme.com');
  assertHasMail();
}

/** Throws 400 for anything but a chat: what members have themselves told is for people, and an address belongs to one of them. */
function assertMayOpen(format: string, isOpenToMembers: boolean | undefined): void {
  if (isOpenToMembers === true && format !== 'slack' && format !== 'teams')
    throw invalidInput('isOpenToMembers', 'works only for the formats slack and teams');
}

function addressBy({ type, id }: Actor): Pick<EndpointRow, 'addressByType' | 'addressById'> {
  return { addressByType: type, addressById: id };
}

/** Only events from now on are sent. */
async function openFromNow(tx: Transaction, tenantId: string, id: string): Promise<void> {
  const { eventSequence } = await tx.landscapeVersion.findUniqueOrThrow({ where: { tenantId }, select: { eventSequence: true } });
  await openLanes(tx, tenantId, id, eventSequence);
}

/** Throws 400 for a forbidden target, 403 `plan_required`, and 409 `conflict` if there are too many. */
export async function createWebhook(
  tenant: TenantDb,
  { actor, plan, now }: WebhookCaller,
  input: WebhookCreate,
): Promise<WebhookWithSecret> {
  assertPlanHasWebhooks(plan);
  const format = input.format ?? 'events';
  await assertAddress(input.url, format);
  assertMayOpen(format, input.isOpenToMembers);
  const secret = newSecret();
  const { tenantId } = tenant;
  const result = await makeChange(tenant, actor, RECORDED_ONLY, async (tx, record) => {
    if ((await tx.webhookEndpoint.count({ where: { tenantId, ...NOT_OF_MEMBERS } })) >= MOST_ENDPOINTS)
      throw new AppError('conflict', `There are already ${MOST_ENDPOINTS} webhooks. Delete one first.`);
    const id = randomUUID();
    const isEnabled = input.isEnabled ?? true;
    const row = await tx.webhookEndpoint.create({
      data: {
        tenantId,
        id,
        url: input.url,
        format,
        description: input.description ?? null,
        eventTypes: input.eventTypes ?? [],
        isEnabled,
        isOpenToMembers: input.isOpenToMembers ?? false,
        secret: sealSecret(secret),
        createdBy: actor.name,
        ...addressBy(actor),
        createdAt: now,
        updatedAt: now,
        ...(isEnabled ? {} : { disabledReason: 'ByHand', disabledAt: now }),
      },
    });
    if (isEnabled) await openFromNow(tx, tenantId, id);
    record(changeOf('create', null, row));
    return webhookOut(row);
  });
  return { ...result, secret };
}

/** Oldest first. */
export async function listWebhooks(tenant: TenantDb, { limit = DEFAULT_LIMIT, cursor }: WebhookListInput): Promise<Page<Webhook>> {
  const scope = { tenantId: tenant.tenantId, list: 'webhook', filters: {} };
  const after = decodeCursor(scope, cursor);
  const where = { tenantId: tenant.tenantId, ...NOT_OF_MEMBERS };
  return read(tenant, async (tx) => {
    const [createdAt = '', id = ''] = after?.split(' ') ?? [];
    const behind: Prisma.WebhookEndpointWhereInput = {
      OR: [{ createdAt: { gt: new Date(createdAt) } }, { createdAt: new Date(createdAt), id: { gt: id } }],
    };
    const rows = await tx.webhookEndpoint.findMany({
      where: after === null ? where : { AND: [where, behind] },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: limit + 1,
    });
    const counted = await tx.webhookEndpoint.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    return pageFrom(scope, rows, limit, counted, (row) => `${row.createdAt.toISOString()} ${row.id}`, webhookOut);
  });
}

/** Throws 404. */
export async function getWebhook(tenant: TenantDb, id: string): Promise<Webhook> {
  const row = await read(tenant, (tx) =>
    tx.webhookEndpoint.findUnique({ where: { tenantId_id: { tenantId: tenant.tenantId, id }, ...NOT_OF_MEMBERS } }),
  );
  if (row === null) throw unknown(id);
  return webhookOut(row);
}

/** Changes one endpoint and records it. `change` returns what to write, or null for nothing. */
async function changeEndpoint(
  tenant: TenantDb,
  { actor, now }: WebhookCaller,
  id: string,
  change: (tx: Transaction, before: EndpointRow) => Promise<Prisma.WebhookEndpointUpdateInput | null>,
): Promise<Webhook> {
  const { tenantId } = tenant;
  return makeChange(tenant, actor, RECORDED_ONLY, async (tx, record) => {
    const before = await lockEndpoint(tx, tenantId, id);
    const data = await change(tx, before);
    if (data === null) return webhookOut(before);
    const after = await tx.webhookEndpoint.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, updatedAt: now } });
    record(changeOf('update', before, after));
    return webhookOut(after);
  });
}

/** Enabling starts over: only with events from now on, and without earlier failures. Throws what creation throws, and 404. */
export async function updateWebhook(tenant: TenantDb, caller: WebhookCaller, { id, ...patch }: WebhookPatch): Promise<Webhook> {
  assertPlanHasWebhooks(caller.plan);
  if (patch.url !== undefined) await assertAddress(patch.url, (await getWebhook(tenant, id)).format);
  return changeEndpoint(tenant, caller, id, async (tx, before) => {
    const { url = before.url, description = before.description, isEnabled = before.isEnabled } = patch;
    const { isOpenToMembers = before.isOpenToMembers } = patch;
    assertMayOpen(before.format, isOpenToMembers);
    const eventTypes = patch.eventTypes === undefined ? before.eventTypes : (patch.eventTypes ?? []);
    const wanted = { url, description, eventTypes, isEnabled, isOpenToMembers };
    if (Object.entries(wanted).every(([field, value]) => isDeepStrictEqual(before[field as keyof EndpointRow], value))) return null;
    if (!isOpenToMembers) await endOwnSubscriptions(tx, before);
    // Whoever changes the target is responsible for what is sent there.
    return {
      ...wanted,
      ...(url === before.url ? {} : addressBy(caller.actor)),
      ...(isEnabled === before.isEnabled ? {} : await switched(tx, before, isEnabled, caller.now)),
    };
  });
}

/** Those of members to a channel end when it is closed to them. */
async function endOwnSubscriptions(tx: Transaction, { tenantId, id }: EndpointRow): Promise<void> {
  await tx.subscription.deleteMany({ where: { tenantId, webhookId: id, subscriberId: { not: null } } });
}

async function switched(
  tx: Transaction,
  { tenantId, id }: EndpointRow,
  isEnabled: boolean,
  now: Date,
): Promise<Prisma.WebhookEndpointUpdateInput> {
  if (isEnabled) {
    await openFromNow(tx, tenantId, id);
    return { isEnabled, disabledReason: null, disabledAt: null, failingSince: null, failures: 0 };
  }
  await closeLanes(tx, tenantId, id, now);
  return { isEnabled, disabledReason: 'ByHand', disabledAt: now };
}

/** Returns the new secret, which cannot be read again. The old one also signs for a day, so that receivers can change over. Throws 404. */
export async function rotateSecret(tenant: TenantDb, caller: WebhookCaller, id: string): Promise<WebhookWithSecret> {
  assertPlanHasWebhooks(caller.plan);
  const secret = newSecret();
  const until = new Date(caller.now.getTime() + PREVIOUS_SECRET_HOURS * 3_600_000);
  const changed = await changeEndpoint(tenant, caller, id, (_tx, before) =>
    Promise.resolve({ secret: sealSecret(secret), previousSecret: before.secret, previousSecretUntil: until }),
  );
  return { ...changed, secret };
}

/** Deletes the endpoint with its deliveries. Throws 404. */
export async function deleteWebhook(tenant: TenantDb, actor: Actor, id: string): Promise<WebhookDeleted> {
  const { tenantId } = tenant;
  return makeChange(tenant, actor, RECORDED_ONLY, async (tx, record) => {
    const before = await lockEndpoint(tx, tenantId, id);
    await tx.webhookEndpoint.delete({ where: { tenantId_id: { tenantId, id } } });
    record(changeOf('delete', before, null));
    return { id, url: shownAddress(before) };
  });
}

/** Appends a `webhook.test` event for this endpoint only. Throws 404, and 409 if it is disabled. */
export async function testWebhook(tenant: TenantDb, { actor, plan }: WebhookCaller, id: string): Promise<WebhookTested> {
  assertPlanHasWebhooks(plan);
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    assertEnabled(await lockEndpoint(tx, tenantId, id));
    const data = { endpointId: id, message: 'This is a test.', actor: { type: actor.type, name: actor.name } };
    const sequence = await appendEvents(tx, tenantId, [{ type: 'webhook.test', data }]);
    const event = await tx.event.findUniqueOrThrow({ where: { tenantId_sequence: { tenantId, sequence } }, select: { id: true } });
    return { endpointId: id, eventId: event.id, sequence };
  });
}

/** Throws 409 `conflict` if the endpoint is disabled. */
export function assertEnabled({ isEnabled }: EndpointRow): void {
  if (!isEnabled) throw new AppError('conflict', 'This webhook is switched off. Switch it on first: PATCH with {"isEnabled": true}.');
}
