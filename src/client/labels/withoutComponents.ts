/** What to say of an entity without a component in service: what fails are components, so an empty answer says nothing. */
export function withoutComponents({ name }: { name: string }): string {
  return `Nothing is known, because no component in service is recorded for ${name}.`;
}
