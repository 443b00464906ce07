/** The view that a change of an address leads to, known before the address is changed. */

type Change<View> = { [Field in keyof View]?: View[Field] | null };

/** Null takes a field back to what its parser says where nothing is written, as in the address itself. */
export function applyViewChange<View extends object>(
  parsers: Readonly<Record<keyof View, object>>,
  view: View,
  change: Change<View>,
): View {
  const names = Object.keys(change) as (keyof View)[];
  const fallBack = (name: keyof View): unknown => (parsers[name] as { defaultValue?: unknown }).defaultValue ?? null;
  return { ...view, ...Object.fromEntries(names.map((name) => [name, change[name] ?? fallBack(name)])) };
}
