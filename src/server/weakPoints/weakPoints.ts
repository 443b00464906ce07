/** Answers what takes an entity down, alone or together, from the present graph of the tenant. */
import type { FileAnswer } from '@/contract/fileAnswer';
import {
  MOST_SHARED_CAUSES,
  type WeakPointFixes,
  type WeakPointFixesQuestion,
  type WeakPoints,
  type WeakPointsInput,
  type WeakPointsQuestion,
} from '@/contract/weakPoints';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { targetsNotInService } from '@/domain/graph/questions/targetsNotInService';
import type { FoundEntity, Landscape } from '@/domain/graph/landscape/views';
import type { Change, Fix } from '@/domain/graph/weakPoints/fixes';
import type { Margin } from '@/domain/graph/weakPoints/margins';
import { MOST_GATES, openPsaOf } from '@/domain/graph/weakPoints/openPsa';
import type { CutSetOrder } from '@/domain/graph/weakPoints/weakPointQuestion';
import { weakPointsOf } from '@/domain/graph/weakPoints/weakPoints';
import { currentGraph } from '@/server/graphs/graphStore';
import { finish } from '@/plain/steps';
import type { TenantDb } from '@/server/db/tenantDb';
import { assertStart } from '@/server/impact/assertStart';
import { fixManifest } from './fixManifest';
import { trialGraph } from '@/server/graphs/trialGraph';

/** JSON, or a fault tree for `format=open-psa`. Throws 404 if the tenant has no such entity, and 409 if a fault tree would be too large. */
export async function answerWeakPoints(
  tenant: TenantDb,
  principal: Principal,
  { format, ...input }: WeakPointsInput,
): Promise<WeakPoints | FileAnswer> {
  return format === 'open-psa' ? readFaultTree(tenant, input) : readWeakPoints(tenant, principal, input);
}

/** Throws 404 if the tenant has no such entity. */
export async function readWeakPoints(tenant: TenantDb, principal: Principal, input: WeakPointsQuestion): Promise<WeakPoints> {
  const { graph, currency } = await trialGraph(tenant);
  const entity = entityOf(graph, input);
  const { state, entityType } = input;
  const order = input.order as CutSetOrder;
  const { canSeeRevenue } = principal;
  const found = weakPointsOf(graph, entity, {
    state,
    order,
    canSeeRevenue,
    areFixesWanted: input.fixes,
    includeNotInService: input.includeNotInService ?? false,
  });
  const { components } = graph;
  const nameOf = (node: number) => namedComponent(graph, node);
  return {
    entity: { id: entity.id, type: entityType, technicalName: entity.technicalName, name: entity.name },
    state,
    order,
    currency: canSeeRevenue ? currency : null,
    ownComponents: found.ownComponents,
    singlePoints: found.singlePoints.map(({ node, isOwn, perHour }) => {
      const { kind, applicationId } = components.viewOf(node);
      return { ...nameOf(node), kind, applicationId, isOwn, perHour };
    }),
    cutSets: found.cutSets.map(({ members, perHour }) => ({
      members: members.map(({ node, isOwn }) => ({ ...nameOf(node), isOwn })),
      perHour,
    })),
    margins: found.margins.map((margin) => toldMargin(graph, margin)),
    fixes: found.fixes.map((fix) => toldFix(graph, fix)),
    completeness: { order, ...found.completeness, withheld: canSeeRevenue ? [] : ['perHour'] },
    landscapeVersion: graph.version,
  };
}

/** Only the fixes, each also as a manifest. Throws 404 if the tenant has no such entity. */
export async function readFixes(tenant: TenantDb, principal: Principal, input: WeakPointFixesQuestion): Promise<WeakPointFixes> {
  const { graph, currency } = await trialGraph(tenant);
  const { canSeeRevenue } = principal;
  const { fixes } = weakPointsOf(graph, entityOf(graph, input), {
    state: input.state,
    order: 1,
    canSeeRevenue,
    includeNotInService: input.includeNotInService ?? false,
  });
  return {
    currency: canSeeRevenue ? currency : null,
    fixes: fixes.map((fix) => ({ ...toldFix(graph, fix), manifest: fixManifest(graph, fix) })),
    landscapeVersion: graph.version,
  };
}

/** As a fault tree. Throws 404 if the tenant has no such entity, and 409 if it would be too large. */
export async function readFaultTree(tenant: TenantDb, input: WeakPointFixesQuestion): Promise<FileAnswer> {
  const { graph } = await currentGraph(tenant);
  const entity = entityOf(graph, input);
  const content = openPsaOf(graph, entity, input.state, input.includeNotInService);
  if (content === null)
    throw new AppError(
      'conflict',
      `The cycles behind this ${entity.kind} would need a fault tree of more than ${MOST_GATES} gates. Ask for format=json, or about a smaller entity.`,
    );
  return {
    contentType: 'application/xml; charset=utf-8',
    fileName: `weak-points.${entity.technicalName}.xml`,
    content,
    headers: { 'Landscape-Version': `${graph.version}` },
  };
}

type ToldChange = Omit<WeakPoints['fixes'][number], 'removesSinglePoints' | 'removesPerHour'>;

function entityOf(graph: Landscape, { entityType, entityId }: WeakPointFixesQuestion): FoundEntity {
  finish(assertStart(graph, { entityType, entityId }));
  return graph.findEntity(entityType, entityId)!;
}

export function namedComponent({ components }: Landscape, node: number): { id: string; technicalName: string; name: string } {
  const { id, technicalName, name } = components.viewOf(node);
  return { id, technicalName, name };
}

function toldMargin(graph: Landscape, { owner, group, targets, failuresLeft, sharedCauses }: Margin): WeakPoints['margins'][number] {
  const { groups } = graph.edges;
  return {
    source: namedComponent(graph, owner),
    redundancyGroup: groups.nameOf(group),
    redundancyMinimum: groups.minimumOf(group),
    targets,
    failuresLeft,
    sharedCauses: sharedCauses.slice(0, MOST_SHARED_CAUSES).map(({ cause: { kind, index }, takes }) => {
      const { id, technicalName, name } = kind === 'component' ? namedComponent(graph, index) : graph.tableOf(kind).at(index);
      return { entityType: kind, id, technicalName, name, takes };
    }),
    sharedCausesOmitted: Math.max(0, sharedCauses.length - MOST_SHARED_CAUSES),
    notInService: targetsNotInService(graph, group),
  };
}

function toldFix(graph: Landscape, fix: Fix): WeakPoints['fixes'][number] {
  const { removesSinglePoints, removesPerHour } = fix;
  return { ...toldChange(graph, fix), removesSinglePoints, removesPerHour };
}

/** What to change, with names. */
export function toldChange(graph: Landscape, { kind, dependency, group, member, from, to }: Change): ToldChange {
  const { edges } = graph;
  const source = dependency === null ? group!.owner : edges.sourceOf(dependency);
  const target = dependency === null ? member! : edges.targetOf(dependency);
  return {
    kind,
    dependencyId: dependency === null ? null : edges.idOf(dependency),
    redundancyGroup: group === null ? null : edges.groups.nameOf(group.group),
    source: namedComponent(graph, source),
    target: namedComponent(graph, target),
    from,
    to,
  };
}
