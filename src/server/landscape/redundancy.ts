/** The one rule of redundancy groups: all edges of a group state the same minimum, from 1 to the number of its targets. */
import type { DeleteResult } from '@/contract/entityKinds';
import { AppError } from '@/domain/errors';
import type { Transaction } from '../tenantDb';
import type { ChangeRecord } from './changeLandscape';
import { loadDependencies, withoutLabel } from './dependencyRows';

interface GroupMember {
  sourceComponentId: string;
  targetComponentId: string;
  redundancyGroup: string | null;
  redundancyMinimum: number;
}

/** Throws `invalid_input` when `edge`, together with the others of its group, breaks the rule. */
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
  if (stated !== undefined) {
    throw refused(
      `must be ${stated.redundancyMinimum} as on the other dependencies of group "${edge.redundancyGroup}"; a manifest can change the minimum of a whole group at once`,
    );
  }
  const targets = new Set([edge.targetComponentId, ...others.map((other) => other.targetComponentId)]);
  if (edge.redundancyMinimum > targets.size) {
    throw refused(`must be at most ${targets.size}, the number of targets in group "${edge.redundancyGroup}"`);
  }
}

function refused(message: string): AppError {
  return new AppError('invalid_input', `redundancyMinimum ${message}.`, { issues: [{ path: 'redundancyMinimum', message }] });
}

/** After edges left their groups: a minimum above the number of targets left becomes that number, and is recorded and named. */
export async function clampRedundancyMinimums(
  tx: Transaction,
  tenantId: string,
  removed: readonly GroupMember[],
  record: (change: ChangeRecord) => void,
): Promise<DeleteResult['unlinked']> {
  const groups = new Map<string, { sourceComponentId: string; redundancyGroup: string }>();
  for (const { sourceComponentId, redundancyGroup, redundancyMinimum } of removed) {
    if (redundancyGroup !== null && redundancyMinimum > 1)
      groups.set(JSON.stringify([sourceComponentId, redundancyGroup]), { sourceComponentId, redundancyGroup });
  }
  const clamped: DeleteResult['unlinked'] = [];
  for (const group of groups.values()) {
    const members = await loadDependencies(tx, { tenantId, ...group });
    const targets = new Set(members.map((member) => member.targetComponentId)).size;
    for (const member of members.filter((candidate) => candidate.redundancyMinimum > targets)) {
      await tx.dependency.update({
        where: { tenantId_id: { tenantId, id: member.id } },
        data: { redundancyMinimum: targets, version: { increment: 1 }, updatedAt: new Date() },
      });
      const [after] = await loadDependencies(tx, { tenantId, id: member.id });
      if (after === undefined) continue;
      record({
        op: 'update',
        kind: 'dependency',
        entityId: member.id,
        technicalName: member.label,
        before: withoutLabel(member),
        after: withoutLabel(after),
      });
      clamped.push({ kind: 'dependency', id: member.id, technicalName: member.label, field: 'redundancyMinimum' });
    }
  }
  return clamped;
}
