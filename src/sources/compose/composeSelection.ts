/** Which services of a compose project run: those of the chosen profiles, and none of which zero replicas are wanted. */
import type { ComposeService } from './composeService';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Variables } from './interpolation';

const ALL = '*';

export interface Selection {
  services: Map<string, ComposeService>;
  /** By name of each service that is switched off: why. */
  switchedOff: ReadonlyMap<string, string>;
  /** Somebody chose profiles. Otherwise the services of all profiles are kept, since nobody said which ones run. */
  areProfilesChosen: boolean;
}

/** `given` are the profiles of the command line; without any, COMPOSE_PROFILES chooses. */
export function selectServices(
  services: ReadonlyMap<string, ComposeService>,
  given: readonly string[] | undefined,
  variables: Variables,
  report: ImportReport,
): Selection {
  const chosen = new Set((given ?? (variables.get('COMPOSE_PROFILES') ?? '').split(',')).flatMap((name) => name.trim() || []));
  const switchedOff = new Map<string, string>();
  const off = ({ name }: ComposeService, position: ComposeService['position'], why: string): void => {
    switchedOff.set(name, why);
    report.notMapped(position, `the service ${name}, because ${why}`);
  };
  for (const service of services.values()) {
    const { profiles, replicas } = service;
    if (replicas?.count === '0') off(service, replicas.position, '0 replicas of it are wanted');
    else if (profiles !== null && chosen.size > 0 && !chosen.has(ALL) && !profiles.names.some((name) => chosen.has(name)))
      off(service, profiles.position, `its profile ${profiles.names.join(' or ')} is not chosen`);
  }
  return {
    services: new Map([...services].filter(([name]) => !switchedOff.has(name))),
    switchedOff,
    areProfilesChosen: chosen.size > 0,
  };
}
