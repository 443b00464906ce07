/** A preview as JUnit, the format that build servers use for tests: each condition on a manifest is one test. */
import type { ManifestPlan } from '@/contract/manifest/plan';
import { escapeXml } from '@/plain/xml';
import type { FileIssue } from '@/cli/failure';
import { placeOf } from '@/cli/issueLines';
import type { RiskVerdict } from '@/cli/riskGate';
import { findingsOf, omittedSentence, uncheckedSentences } from './impactLines';
import { obstacles } from './planText';

interface TestCase {
  name: string;
  /** One sentence per failure; empty if the test passes. */
  failures: readonly string[];
  /** Why it had nothing to examine. */
  skipped?: string | undefined;
}

const VALID = 'the manifest is valid';
const APPLIES = 'the manifest can be applied';

export function planJunit(plan: ManifestPlan, verdict: RiskVerdict | null): string {
  const cases = [
    { name: VALID, failures: [] },
    { name: APPLIES, failures: obstacles(plan) },
    ...(verdict?.conditions ?? []).map((condition) => ({
      name: `--fail-on ${condition} finds nothing`,
      failures: verdict!.refused.filter((risk) => risk.condition === condition).map(({ text }) => text),
      skipped: verdict!.unexamined.find((one) => one.condition === condition)?.text,
    })),
  ];
  return junit(plan.manifest, cases, [countsText(plan), ...riskLines(plan), ...uncheckedSentences(plan)]);
}

/** For a manifest that is not valid; nothing else was checked. */
export function issuesJunit(file: string, issues: readonly FileIssue[], issuesOmitted: number): string {
  const failures = issues
    .filter(({ severity }) => severity !== 'warning')
    .map((issue) => {
      const hint = issue.hint === undefined ? '' : ` (${issue.hint})`;
      return `${placeOf(issue)}: ${issue.path === '' ? '' : `${issue.path}: `}${issue.message}${hint}`;
    });
  const omitted = issuesOmitted === 0 ? [] : [`${issuesOmitted} more were counted and not listed`];
  return junit(file, [{ name: VALID, failures: [...failures, ...omitted] }], []);
}

function countsText({ summary }: ManifestPlan): string {
  return `${summary.create} to create, ${summary.update} to update, ${summary.delete} to delete, ${summary.unchanged} unchanged`;
}

function riskLines({ impact }: ManifestPlan): string[] {
  if (impact === null) return [];
  const { added, removed, omitted } = findingsOf(impact);
  return [
    ...added.map(({ text, cost }) => `newly breaks: ${text}${cost}`),
    ...removed.map(({ text }) => `no longer breaks: ${text}`),
    ...omitted,
    ...omittedSentence(impact),
  ];
}

function junit(suite: string, cases: readonly TestCase[], output: readonly string[]): string {
  const name = escapeXml(suite);
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" skipped="${cases.filter(isSkipped).length}"`;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="faultline" ${counts}>`,
    `  <testsuite name="${name}" ${counts}>`,
    ...cases.flatMap((test) => caseLines(name, test)),
    ...(output.length === 0 ? [] : [`    <system-out>${escapeXml(output.join('\n'))}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')}\n`;
}

function isSkipped({ failures, skipped }: TestCase): boolean {
  return failures.length === 0 && skipped !== undefined;
}

function caseLines(suite: string, test: TestCase): string[] {
  const { name, failures, skipped = '' } = test;
  const start = `    <testcase classname="faultline.${suite}" name="${escapeXml(name)}"`;
  const [first, ...others] = failures;
  if (isSkipped(test)) return [`${start}>`, `      <skipped message="${escapeXml(skipped)}"/>`, '    </testcase>'];
  if (first === undefined) return [`${start}/>`];
  const message = others.length === 0 ? first : `${first}, and ${others.length} more`;
  return [`${start}>`, `      <failure message="${escapeXml(message)}">${escapeXml(failures.join('\n'))}</failure>`, '    </testcase>'];
}
