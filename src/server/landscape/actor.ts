/** How a principal is named in the change log. */
import type { Principal } from '@/domain/access';
import type { Actor } from './changeLandscape';

export function actorOf(principal: Principal): Actor {
  return { type: principal.type, id: principal.id, name: principal.name };
}
