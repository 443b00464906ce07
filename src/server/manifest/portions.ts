/** Carries a manifest from the worker to the main thread as JSON texts of which each is parsed in a few milliseconds. */
import type { Manifest, ManifestComponent } from '@/contract/manifest/schema';
import { yieldToEventLoop } from '@/server/yieldToEventLoop';

/** Entities in one portion, about. */
const PORTION = 1_000;

type Application = NonNullable<Manifest['applications']>[number];

/** What a portion holds: the manifest without its long lists first, then parts of these in their order. */
type Portion =
  | { rest: Manifest }
  | { applications: Application[] }
  /** Of the application at this index. */
  | { components: ManifestComponent[]; of: number }
  | { dependencies: NonNullable<Manifest['dependencies']> };

/** The manifest as JSON texts of about a thousand entities each, in the order in which they must be put together. */
export function toPortions(manifest: Manifest): string[] {
  const portions: string[] = [];
  const add = (portion: Portion): void => void portions.push(JSON.stringify(portion));
  const { applications, dependencies } = manifest;
  const rest = { ...manifest };
  if (Array.isArray(applications)) rest.applications = [];
  if (Array.isArray(dependencies)) rest.dependencies = [];
  add({ rest });
  let waiting: Application[] = [];
  let weight = 0;
  for (const [index, application] of (applications ?? []).entries()) {
    const components = application.components ?? [];
    const isLarge = components.length > PORTION;
    waiting.push(isLarge ? { ...application, components: [] } : application);
    weight += 1 + (isLarge ? 0 : components.length);
    if (weight < PORTION && !isLarge) continue;
    add({ applications: waiting });
    [waiting, weight] = [[], 0];
    if (isLarge)
      for (let start = 0; start < components.length; start += PORTION)
        add({ components: components.slice(start, start + PORTION), of: index });
  }
  if (waiting.length > 0) add({ applications: waiting });
  for (let start = 0; start < (dependencies ?? []).length; start += 2 * PORTION)
    add({ dependencies: dependencies?.slice(start, start + 2 * PORTION) ?? [] });
  return portions;
}

/** The manifest that was taken apart, with the event loop running between any two portions. */
export async function fromPortions(portions: readonly string[]): Promise<Manifest> {
  const [first = '{}', ...others] = portions;
  const { rest: manifest } = JSON.parse(first) as { rest: Manifest };
  for (const text of others) {
    await yieldToEventLoop();
    const portion = JSON.parse(text) as Exclude<Portion, { rest: Manifest }>;
    if ('applications' in portion) manifest.applications?.push(...portion.applications);
    else if ('dependencies' in portion) manifest.dependencies?.push(...portion.dependencies);
    else manifest.applications?.[portion.of]?.components?.push(...portion.components);
  }
  return manifest;
}
