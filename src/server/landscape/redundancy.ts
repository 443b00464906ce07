/** The rule of redundancy groups: all edges of a group state the same minimum, from 1 to the number of its targets. */
import type { DeleteResult } from '@/contract/entityKinds';
import type { RedundancyGroup, RedundancyGroupInput } from '@/contract/redundancyGroup';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { makeChange, type Recorder } from './changeLandscape';
import { loadDependencies, namedDependency, recordDependency, withoutLabel, type LabelledDependency } from './dependencyRows';
import { lockRow } from './entities';

interface GroupMember {
  sourceComponentId: string;
  targetComponentId: string;
  redundancyGroup: string | null;
  redundancyMinimum: number;
}

/** Throws `invalid_input` if `edge` and the others of its group break the rule. */
export async function assertRedundancyHolds(tx: Transaction, tenantId: string, edge: GroupMember & { id: string | null }): Promise<void> {
  if (edge.redundancyGroup === null) {
    if (edge.redundancyMinimum === 1) return;
    throw refused('is more than 1, but the dependency is in no redundancyGroup; name the group too');
  }
  const others = await tx.dependency.findMany({
    where: {
      tenantId,
      sourceComponentId: edge.sourceComponentId,
      redundancyGroup: edge.redundancyGroup,
      ...(edge.id === null ? {} : { id: { not: edge.id } }),
    },
    select: { targetComponentId: true, redundancyMinimum: true },
  });
  const stated = others.find((other) => other.redundancyMinimum !== edge.redundancyMinimum);
  if (stated !== undefined)
    throw refused(
      `must be ${stated.redundancyMinimum} as on the other dependencies of group "${edge.redundancyGroup}"; PUT /components/{component}/redundancy-groups/{name} changes the whole group at once`,
    );
  const targets = new Set([edge.targetComponentId, ...others.map((other) => other.targetComponentId)]);
  if (edge.redundancyMinimum > targets.size)
    throw refused(`must be at most ${targets.size}, the number of targets in group "${edge.redundancyGroup}"`);
}

function refused(message: string): AppError {
  return new AppError('invalid_input', `redundancyMinimum ${message}.`, { issues: [{ path: 'redundancyMinimum', message }] });
}

/** After edges left their groups: lowers a minimum above the number of remaining targets to that number, records it and returns it. */
export async function clampRedundancyMinimums(
  tx: Transaction,
  tenantId: string,
  removed: readonly GroupMember[],
  record: Recorder,
): Promise<DeleteResult['unlinked']> {
  const groups = new Map<string, { sourceComponentId: string; redundancyGroup: string }>();
  for (const { sourceComponentId, redundancyGroup, redundancyMinimum } of removed)
    if (redundancyGroup !== null && redundancyMinimum > 1)
      groups.set(JSON.stringify([sourceComponentId, redundancyGroup]), { sourceComponentId, redundancyGroup });
  const clamped: DeleteResult['unlinked'] = [];
  for (const group of groups.values()) {
    const members = await loadDependencies(tx, { tenantId, ...group });
    const targets = new Set(members.map((member) => member.targetComponentId)).size;
    const above = members.filter((member) => member.redundancyMinimum > targets);
    await writeMinimum(tx, tenantId, above, targets, record);
    clamped.push(...above.map((member) => ({ ...namedDependency(member), field: 'redundancyMinimum' })));
  }
  return clamped;
}

/** Sets the minimum of each of `members`, recording each as its own change. */
async function writeMinimum(
  tx: Transaction,
  tenantId: string,
  members: readonly LabelledDependency[],
  redundancyMinimum: number,
  record: Recorder,
): Promise<void> {
  for (const member of members) {
    await tx.dependency.update({
      where: { tenantId_id: { tenantId, id: member.id } },
      data: { redundancyMinimum, version: { increment: 1 }, updatedAt: new Date() },
    });
    const [after] = await loadDependencies(tx, { tenantId, id: member.id });
    if (after !== undefined) recordDependency(record, member, after);
  }
}

/**
 * Changes how many targets of a whole group must work: one change per dependency that differs, all in one change set. Returns the group
 * afterwards. Throws 404 for an unknown component or group, `invalid_input` for more than the number of targets.
 */
export async function setRedundancyMinimum(
  tenant: TenantDb,
  principal: Principal,
  { component, name, redundancyMinimum }: RedundancyGroupInput,
): Promise<RedundancyGroup> {
  const { tenantId } = tenant;
  return makeChange(tenant, principal, { isExclusive: true }, async (tx, record) => {
    const source = await lockRow(tx, tenantId, 'component', component);
    const group = { tenantId, sourceComponentId: source.id, redundancyGroup: name };
    const members = await loadDependencies(tx, group);
    if (members.length === 0) throw new AppError('not_found', `${source.technicalName} has no redundancy group "${name}".`);
    const targetCount = new Set(members.map(({ targetComponentId }) => targetComponentId)).size;
    if (redundancyMinimum > targetCount) throw refused(`must be at most ${targetCount}, the number of targets in group "${name}"`);
    const differing = members.filter((member) => member.redundancyMinimum !== redundancyMinimum);
    await writeMinimum(tx, tenantId, differing, redundancyMinimum, record);
    const dependencies = (await loadDependencies(tx, group)).map(withoutLabel);
    return { componentId: source.id, component: source.technicalName, name, redundancyMinimum, targetCount, dependencies };
  });
}
