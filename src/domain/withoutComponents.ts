/**
 * What every surface says of an entity without a component in service: what fails are components, so an empty answer says nothing.
 * Text for agents leaves the name out, because names are data there.
 */
export function withoutComponents(name = 'it'): string {
  return `Nothing is known, because no component in service is recorded for ${name}.`;
}
