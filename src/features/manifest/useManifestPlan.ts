/** Previews and applies the text in the editor, and holds the last result of each. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf, type Failure } from '@/client/failure';
import { useTRPC } from '@/client/trpc';
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { Draft } from './useManifestDraft';

interface Previewed {
  plan: ManifestPlan;
  text: string;
  revision: number;
  prune: boolean;
}

/** Consent that an apply needs for certain effects. */
interface Agreed {
  /** How many entities may be deleted, required if there are very many. */
  allowDelete?: number | undefined;
  /** Fields that other manifests state differently take this manifest's value. */
  takeOver?: boolean | undefined;
}

/** Why the last step failed, if not because of the text. */
export interface PlanFault {
  step: 'preview' | 'apply';
  details: Failure;
}

export function useManifestPlan(draft: Draft, prune: boolean) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [applied, setApplied] = useState<ManifestPlan | null>(null);
  const [failure, setFailure] = useState<PlanFault | null>(null);
  const previewing = useMutation(trpc.manifest.preview.mutationOptions());
  const applying = useMutation(trpc.manifest.applyNow.mutationOptions());

  const fail = (step: PlanFault['step'], error: unknown): void => {
    const details = failureOf(error);
    if (details.code !== 'invalid_input' || details.issues.length === 0) {
      setFailure({ step, details });
      return;
    }
    const { issuesOmitted } = details.facts;
    draft.showProblems({ issues: details.issues, omitted: typeof issuesOmitted === 'number' ? issuesOmitted : 0, isFromService: true });
    const first = details.issues[0];
    if (first?.line !== undefined) draft.editor.current?.goTo(first.line, first.column ?? 1);
  };

  const preview = async (): Promise<void> => {
    const text = draft.editor.current?.text() ?? '';
    if (text.trim() === '' || previewing.isPending || applying.isPending) return;
    const { revision } = draft;
    setFailure(null);
    setApplied(null);
    try {
      const plan = await previewing.mutateAsync({ manifest: text, ...(prune ? { prune } : {}) });
      setPreviewed({ plan, text, revision, prune });
      draft.showProblems({ issues: [], omitted: 0, isFromService: true });
    } catch (error) {
      setPreviewed(null);
      fail('preview', error);
    }
  };

  const apply = async ({ allowDelete, takeOver }: Agreed): Promise<void> => {
    if (previewed === null) return;
    setFailure(null);
    try {
      // Send what was previewed, whatever has been typed since.
      const plan = await applying.mutateAsync({
        manifest: previewed.text,
        digest: previewed.plan.digest,
        impact: false,
        ...(previewed.prune ? { prune: true } : {}),
        ...(allowDelete === undefined ? {} : { allowDelete }),
        ...(takeOver === true ? { takeOver } : {}),
      });
      setApplied(plan);
      setPreviewed(null);
      draft.noteApplied();
      void client.invalidateQueries();
    } catch (error) {
      fail('apply', error);
    }
  };

  return {
    previewed,
    /** The text or an option has changed since the preview. */
    isStale: previewed !== null && (previewed.revision !== draft.revision || previewed.prune !== prune),
    isPreviewing: previewing.isPending,
    isApplying: applying.isPending,
    applied,
    failure,
    preview: (): void => void preview(),
    apply: (agreed: Agreed): void => void apply(agreed),
  };
}

export type PlanState = ReturnType<typeof useManifestPlan>;
