/** Applies a change to the state of a URL without navigating there. */

type Change<View> = { [Field in keyof View]?: View[Field] | null };

/** Null resets a field to its parser's default, as in the URL itself. */
export function applyViewChange<View extends object>(
  parsers: Readonly<Record<keyof View, object>>,
  view: View,
  change: Change<View>,
): View {
  const names = Object.keys(change) as (keyof View)[];
  const fallBack = (name: keyof View): unknown => (parsers[name] as { defaultValue?: unknown }).defaultValue ?? null;
  return { ...view, ...Object.fromEntries(names.map((name) => [name, change[name] ?? fallBack(name)])) };
}
