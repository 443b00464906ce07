/** preview_manifest and apply_manifest: a change is shown first, and made only with the digest of what was shown. */
import { z } from 'zod';
import { ManifestOptions, ManifestPlan } from '@/contract/manifest/plan';
import { bareCountOf } from '@/plain/counts';
import { quoteForAgents } from '@/doors/mcp/quoteForAgents';
import { pageInput, type AnswerList } from '@/doors/mcp/paging';
import { agentTool, pagedAnswer, pagedOutput } from '@/doors/mcp/tool';

type Change = ManifestPlan['changes'][number];
type Blocked = ManifestPlan['blocked'][number];

const { prune, allowDelete, takeOver } = ManifestOptions.shape;
const manifestInput = {
  manifest: z.string().min(1).max(4_000_000).meta({
    description:
      'The manifest as YAML or JSON text: `version: 1`, `name`, then what it declares. The resource faultline://manifest-schema is its schema; a manifest that names only a few entities changes only these.',
  }),
  prune: prune.meta({ description: 'Also delete what this manifest created and no longer declares. Ask the person first.' }),
  allowDelete,
  takeOver: takeOver.meta({
    description:
      'Use the values of this manifest where another one states them differently; without it, apply is refused. Ask the person first: `conflicts` of preview_manifest lists them.',
  }),
};

const anything = (item: unknown): string => quoteForAgents(JSON.stringify(item), 300);
const LISTS: readonly AnswerList[] = [
  {
    path: 'conflicts',
    line: ({ manifest, kind, technicalName, field, theirs, ours, withheld }: ManifestPlan['conflicts'][number]) =>
      `${field} of the ${kind} ${quoteForAgents(technicalName)}: manifest ${quoteForAgents(manifest)} ${withheld === true ? 'states it differently' : `states ${anything(theirs)}, this one ${anything(ours)}`}`,
  },
  {
    path: 'blocked',
    line: ({ kind, technicalName, neededBy }: Blocked) =>
      `${kind} ${quoteForAgents(technicalName)} is needed by ${bareCountOf(neededBy.length, 'other')}`,
  },
  {
    path: 'warnings',
    line: ({ path, message, hint }: ManifestPlan['warnings'][number]) =>
      `${quoteForAgents(path)}: ${quoteForAgents(message, 300)}${hint === undefined ? '' : ` (${quoteForAgents(hint)})`}`,
  },
  {
    path: 'changes',
    line: ({ op, kind, technicalName, renamedFrom, looksLikeRenameOf, fields }: Change) =>
      `${op} ${kind} ${quoteForAgents(technicalName)}${renamedFrom === undefined ? '' : `, renamed from ${quoteForAgents(renamedFrom)}`}${looksLikeRenameOf === undefined ? '' : `, looks like a rename of ${quoteForAgents(looksLikeRenameOf)} (if it is one, add formerly)`}${op === 'update' ? `: ${fields.map(({ field }) => quoteForAgents(field)).join(', ')}` : ''}`,
  },
  ...['singlePointsOfFailure', 'dependencyCycles', 'tierInversions'].flatMap((finding) =>
    ['added', 'removed'].map((way) => ({ path: `impact.${finding}.${way}`, line: anything })),
  ),
  { path: 'impact.rollUps', line: anything },
];

function summaryOf({
  summary,
  blocked,
  conflicts,
  takeOver: takesOver,
  planLimit,
  tooManyDeletes,
  impact,
  impactUnavailable,
}: ManifestPlan): string[] {
  const risks =
    impact === null
      ? []
      : (['singlePointsOfFailure', 'dependencyCycles', 'tierInversions'] as const).map((finding) => {
          const { added, removed, addedOmitted, removedOmitted } = impact[finding];
          if (finding === 'singlePointsOfFailure' && impact.capabilitiesExamined === 0)
            return `${finding}: unknown, because no application in service with components supports a capability`;
          return `${finding}: ${added.length + addedOmitted} new, ${removed.length + removedOmitted} gone`;
        });
  return [
    `${summary.create} to create, ${summary.update} to update, ${summary.delete} to delete, ${summary.unchanged} unchanged.`,
    ...(risks.length > 0 ? [`Risks it brings: ${risks.join('; ')}.`] : []),
    ...(impactUnavailable === undefined ? [] : ['Its effect on risks could not be calculated.']),
    ...(conflicts.length > 0
      ? [
          `${bareCountOf(conflicts.length, 'field is', 'fields are')} stated differently by other manifests: ${takesOver ? 'this one takes over' : 'apply would be refused without takeOver: true'}.`,
        ]
      : []),
    ...(blocked.length > 0 ? [`${bareCountOf(blocked.length, 'deletion is', 'deletions are')} blocked: apply would be refused.`] : []),
    ...(tooManyDeletes === null
      ? []
      : [
          `It would delete ${tooManyDeletes.deletes} of ${tooManyDeletes.entities} entities: apply would be refused without allowDelete=${tooManyDeletes.deletes}.`,
        ]),
    ...(planLimit === null
      ? []
      : [
          `The ${planLimit.plan} plan allows ${planLimit.limit} components, but there would be ${planLimit.components}: apply would be refused.`,
        ]),
  ];
}

export const previewManifestTool = agentTool({
  name: 'preview_manifest',
  title: 'Preview a manifest',
  description:
    'What a manifest (YAML) would change in the landscape, entity by entity, and which risks that brings: new single points of failure, dependency cycles, tier inversions. Changes nothing. ' +
    'Its digest is what apply_manifest needs. Show the changes to the person before you apply them.',
  scope: 'write',
  effect: 'reads',
  input: z.strictObject({ ...manifestInput, ...pageInput }),
  output: pagedOutput(ManifestPlan),
  async call({ procedures }, input) {
    const { limit: _limit, cursor: _cursor, maxCharacters: _characters, ...asked } = input;
    const answer = await procedures.manifest.preview(asked);
    const foot = [
      `Nothing has been changed. To do exactly this, call apply_manifest with the same manifest and digest ${JSON.stringify(answer.digest)}.`,
    ];
    return pagedAnswer({
      answer,
      lists: LISTS,
      tool: 'preview_manifest',
      input,
      version: answer.landscapeVersion,
      head: summaryOf(answer),
      foot,
    });
  },
});

export const applyManifestTool = agentTool({
  name: 'apply_manifest',
  title: 'Apply a manifest',
  description:
    'Changes the landscape exactly as preview_manifest showed, in one transaction. Needs the digest of that preview, and is refused if the result would differ by now. Call preview_manifest first, and apply only what the person agreed to.',
  scope: 'write',
  effect: 'overwrites',
  input: z.strictObject({
    ...manifestInput,
    digest: z.string().min(1).max(100).meta({ description: '`digest` of the preview_manifest of the same manifest.' }),
    limit: pageInput.limit,
    maxCharacters: pageInput.maxCharacters,
  }),
  output: pagedOutput(ManifestPlan),
  async call({ procedures }, input) {
    const { limit: _limit, maxCharacters: _characters, ...asked } = input;
    const answer = await procedures.manifest.applyNow({ ...asked, impact: false });
    const page = pagedAnswer({
      answer,
      lists: LISTS,
      tool: 'apply_manifest',
      input,
      version: answer.landscapeVersion,
      head: ['Applied.', ...summaryOf(answer)],
    });
    // A second call would apply again: what is left out here is what the preview listed.
    const structured = { ...page.structured, page: { ...page.structured.page, nextCursor: null } };
    return { structured, text: page.text.filter((line) => !line.startsWith('For the next page')) };
  },
});
