/** The sample landscape offered to an empty tenant. */

/** The demo's own manifest, served as it is. */
const SAMPLE_PATH = '/samples/astronomy-shop.yaml';

/** The text of the sample. Throws if the server does not deliver it. */
export async function readSample(): Promise<string> {
  const answer = await fetch(SAMPLE_PATH);
  if (!answer.ok) throw new Error('The sample landscape could not be loaded. Try again.');
  return answer.text();
}

/** Removes revenue, for people who may not see it: each sum is on its own line, each share comes before a brace. */
export function withoutRevenue(text: string): string {
  return text.replace(/^\s*annualRevenue:.*\n/gm, '').replace(/,\s*revenueShare:\s*[\d.]+/g, '');
}

/** Removes scenarios, for plans that do not include them: they are at the end. */
export function withoutScenarios(text: string): string {
  return text.replace(/^scenarios:\n[^]*$/m, '');
}
