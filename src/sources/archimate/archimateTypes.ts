/** What the types of ArchiMate become. */

export type Role = 'capability' | 'process' | 'application' | 'technology' | 'service' | 'data' | 'place' | 'people' | 'nothing';

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['Capability', 'capability'],
  ['ValueStream', 'capability'],
  ['BusinessProcess', 'process'],
  ['BusinessFunction', 'process'],
  ['ApplicationComponent', 'application'],
  ['Node', 'technology'],
  ['Device', 'technology'],
  ['SystemSoftware', 'technology'],
  ['ApplicationService', 'service'],
  ['ApplicationInterface', 'service'],
  ['TechnologyService', 'service'],
  ['TechnologyInterface', 'service'],
  ['DataObject', 'data'],
  ['Location', 'place'],
  ['BusinessActor', 'people'],
  ['BusinessRole', 'people'],
]);

export function roleOf(type: string): Role {
  return ROLES.get(type) ?? 'nothing';
}

/** `BusinessObject` as people say it: business object. Anything that is no name of a type stays out of messages. */
export function saidType(type: string): string {
  return /^[A-Z][A-Za-z]{2,40}$/.test(type) ? type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : 'element of an unknown type';
}
