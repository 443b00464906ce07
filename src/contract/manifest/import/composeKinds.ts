/** What kind of component a service of a compose file is: by what others expect of it, by its image, else by a guess that is told as one. */
import type { ComponentKind } from '@/domain/vocabulary';
import { kindOfType } from './backstageWords';
import type { ComposeService } from './composeService';
import { imageNameOf, isTelemetryName, productNamed, readImage } from './products';
/** Kinds of products that are made of parts, and the parts that a name tells. */
const PARTED: ReadonlySet<ComponentKind> = new Set(['WebApp', 'WebAPI', 'ScheduledJob', 'Integration']);
const ROLES: ReadonlySet<ComponentKind> = new Set(['WebApp', 'WebAPI', 'Worker', 'ScheduledJob']);

type Services = ReadonlyMap<string, ComposeService>;

const ONE_SHOT = /(?:^|[^a-z])(?:migrate|migrations?|migrator|init|setup|seed|seeder|bootstrap)(?:[^a-z]|$)/i;
/** Where what people look at in a browser listens. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 3000, 4000, 5000, 8000, 8080, 8081, 8088, 8443, 8888, 9000]);

/** Other where nothing tells. A guess rests on the name, the ports or the uses alone. */
export function kindOfService(
  service: ComposeService,
  services: Services,
  oneShots: ReadonlySet<string>,
): { kind: ComponentKind; isGuess: boolean } {
  if (oneShots.has(service.name)) return { kind: 'ScheduledJob', isGuess: false };
  const ofImage = readImage(service.image?.text ?? '').product?.kind;
  if (ofImage != null) return { kind: roleWithin(ofImage, service.name) ?? ofImage, isGuess: false };
  return {
    kind: kindByName(service) ?? kindByImageName(service) ?? kindByUse(service, services) ?? kindByPorts(service) ?? 'Other',
    isGuess: true,
  };
}

/** Many products run several parts from one image: its `worker` is no website. */
function roleWithin(kind: ComponentKind, name: string): ComponentKind | undefined {
  if (!PARTED.has(kind)) return undefined;
  const role = productNamed(name)?.kind ?? known(name);
  return role !== undefined && ROLES.has(role) ? role : undefined;
}

/** The services for whose end somebody waits, by name. */
export function oneShotsAmong(services: Services): Set<string> {
  const waitedFor = [...services.values()].map(({ dependsOn }) =>
    [...dependsOn].flatMap(([name, { condition }]) => (condition === 'service_completed_successfully' ? [name] : [])),
  );
  return new Set(waitedFor.flat());
}

function kindByName({ name, image, isBuilt }: ComposeService): ComponentKind | undefined {
  if (ONE_SHOT.test(name)) return 'ScheduledJob';
  const variable = isBuilt
    ? ''
    : (/^\$\{?([A-Za-z_]+)/.exec(image?.text ?? '')?.[1] ?? '').replace(/_?(?:IMAGE|VERSION|TAG)/gi, '').replaceAll('_', '-');
  const named = productNamed(name)?.kind ?? productNamed(variable)?.kind ?? (isTelemetryName(name) ? 'Infrastructure' : undefined);
  return named ?? known(name) ?? known(variable);
}

/** `ghcr.io/shop/orders-api:1`: an API, whatever the service is called. */
function kindByImageName({ image }: ComposeService): ComponentKind | undefined {
  const name = imageNameOf(image?.text ?? '');
  return isTelemetryName(name) ? 'Infrastructure' : known(name);
}

function known(words: string): ComponentKind | undefined {
  const told = kindOfType(words)?.kind;
  return told === 'Other' ? undefined : told;
}

/** What is built here and can be connected to serves something; what is built, has no port and waits for messages works them off. */
function kindByUse({ isBuilt, hasPorts, dependsOn }: ComposeService, services: Services): ComponentKind | undefined {
  if (!isBuilt) return undefined;
  if (hasPorts) return 'WebAPI';
  const needs = [...dependsOn.keys()].map((target) => services.get(target)).filter((target) => target !== undefined);
  const waits = needs.some((target) =>
    ['Queue', 'EventBus'].includes(readImage(target.image?.text ?? '').product?.kind ?? kindByName(target) ?? ''),
  );
  return waits ? 'Worker' : undefined;
}

function kindByPorts({ ports }: ComposeService): ComponentKind | undefined {
  return ports.some((port) => WEB_PORTS.has(port)) ? 'WebApp' : undefined;
}
