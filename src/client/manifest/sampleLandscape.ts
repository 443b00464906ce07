/** The sample landscape that an empty tenant can begin with. */

/** The demo's own manifest, served as it is. */
const SAMPLE_PATH = '/samples/astronomy-shop.yaml';

/** Its text. Throws where the service does not hand it out. */
export async function readSample(): Promise<string> {
  const answer = await fetch(SAMPLE_PATH);
  if (!answer.ok) throw new Error('The sample landscape could not be read. Try again.');
  return answer.text();
}

/** The same without any revenue, for who may not see that: each sum stands in a line of its own, each share before a brace. */
export function withoutRevenue(text: string): string {
  return text.replace(/^\s*annualRevenue:.*\n/gm, '').replace(/,\s*revenueShare:\s*[\d.]+/g, '');
}
