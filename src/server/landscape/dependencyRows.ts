/** Converts rows to dependencies as answered, with the label that people know them by. */
import type { Dependency } from '@/contract/dependency';
import type { DependencyType } from '@/domain/vocabulary';
import type { Prisma } from '@generated/client';
import type { Transaction } from '@/server/db/transaction';
import { opOf, type Recorder } from './changeLandscape';

/** What a query includes for `labelled`. */
const withEnds = { source: { select: { technicalName: true } }, target: { select: { technicalName: true } } } as const;
type DependencyRow = Prisma.DependencyGetPayload<{ include: typeof withEnds }>;

export interface LabelledDependency extends Dependency {
  /** `source → target (Type)` */
  label: string;
}

export function dependencyLabel(source: string, target: string, type: DependencyType): string {
  return `${source} → ${target} (${type})`;
}

function labelled(row: DependencyRow): LabelledDependency {
  const { tenantId: _tenantId, sourceOrdinal: _source, targetOrdinal: _target, source, target, createdAt, updatedAt, ...fields } = row;
  return {
    ...fields,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    label: dependencyLabel(source.technicalName, target.technicalName, row.dependencyType),
  };
}

/** All that match, by id. */
export async function loadDependencies(tx: Transaction, where: Prisma.DependencyWhereInput): Promise<LabelledDependency[]> {
  const rows = await tx.dependency.findMany({ where, include: withEnds, orderBy: { id: 'asc' } });
  return rows.map(labelled);
}

export function withoutLabel({ label: _label, ...dependency }: LabelledDependency): Dependency {
  return dependency;
}

/** Null before it is created and after it is deleted. */
export function recordDependency(record: Recorder, before: LabelledDependency | null, after: LabelledDependency | null): void {
  const { id, label } = (after ?? before)!;
  const [was, is] = [before && withoutLabel(before), after && withoutLabel(after)];
  record({ op: opOf(was, is), kind: 'dependency', entityId: id, technicalName: label, before: was, after: is });
}

/** As it is named among what a change deleted or unlinked. */
export function namedDependency({ id, label }: LabelledDependency) {
  return { kind: 'dependency', id, technicalName: label };
}
