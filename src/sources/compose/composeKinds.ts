/**
 * Determines the kind of component that a compose service is: by what other services expect of it, by its image, otherwise by a guess that
 * is reported as one.
 */
import type { ComponentKind } from '@/domain/vocabulary';
import { tellingKind } from '@/sources/words/backstageWords';
import type { ComposeService } from './composeService';
import type { Mention } from './mentionedServices';
import { imageNameOf, isTelemetryName, productNamed, readImage } from '@/sources/words/products';

/** Kinds of products that consist of several parts, and the kinds of part that a name can reveal. */
const PARTED: ReadonlySet<ComponentKind> = new Set(['WebApp', 'WebAPI', 'ScheduledJob', 'Integration']);
/** Kinds that keep data or messages for others. */
const KEEPERS: ReadonlySet<ComponentKind> = new Set(['Database', 'Cache', 'Storage', 'Queue', 'EventBus', 'Identity']);
const ROLES: ReadonlySet<ComponentKind> = new Set(['WebApp', 'WebAPI', 'Worker', 'ScheduledJob']);

type Services = ReadonlyMap<string, ComposeService>;

const ONE_SHOT = /(?:^|[^a-z])(?:migrate|migrations?|migrator|init|setup|seed|seeder|bootstrap)(?:[^a-z]|$)/i;
/** Ports on which web applications usually listen. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 3000, 4000, 5000, 8000, 8080, 8081, 8088, 8443, 8888, 9000]);

/** Determines the kinds of all services in one project. */
export class KindReader {
  /** Names of services that others wait for until they finish. */
  private readonly oneShots: ReadonlySet<string>;
  /** Names of services whose address another service is given. */
  private readonly called: ReadonlySet<string>;
  /** Images that several services run: then the name of one says what it works on, and not what it is. */
  private readonly shared: ReadonlySet<string>;

  constructor(
    private readonly services: Services,
    private readonly mentions: ReadonlyMap<string, ReadonlyMap<string, Mention>>,
  ) {
    const waitedFor = [...services.values()].map(({ dependsOn }) =>
      [...dependsOn].flatMap(([name, { condition }]) => (condition === 'service_completed_successfully' ? [name] : [])),
    );
    this.oneShots = new Set(waitedFor.flat());
    this.called = new Set([...mentions.values()].flatMap((named) => [...named.keys()]));
    const images = [...services.values()].flatMap(({ image }) => image?.text ?? []);
    this.shared = new Set(images.filter((image, place) => images.indexOf(image) !== place));
  }

  /**
   * Other if nothing reveals the kind. A guess is based on name, ports or use alone. It is sure enough to decide modes if the name is that of
   * a product, such as `kafka`.
   */
  kindOf(service: ComposeService): { kind: ComponentKind; isGuess: boolean; decidesModes: boolean } {
    if (this.oneShots.has(service.name)) return { kind: 'ScheduledJob', isGuess: false, decidesModes: true };
    const ofImage = readImage(service.image?.text ?? '').product?.kind;
    if (ofImage != null) return { kind: roleWithin(ofImage, service.name) ?? ofImage, isGuess: false, decidesModes: true };
    const kind = this.kindByOwnName(service) ?? kindByImageName(service) ?? this.kindByUse(service) ?? kindByPorts(service);
    return { kind: kind ?? 'Other', isGuess: true, decidesModes: productNamed(service.name)?.kind === kind };
  }

  /** `queue-worker` of the image of the whole application works on a queue, and is none. */
  private kindByOwnName(service: ComposeService): ComponentKind | null {
    const kind = kindByName(service);
    const isOneOfMany = service.image !== null && this.shared.has(service.image.text);
    if (!isOneOfMany || kind === null || !KEEPERS.has(kind)) return kind;
    const role = tellingKind(service.command[0]?.text.split(/\s+/)[0] ?? '');
    return role !== null && ROLES.has(role) ? role : null;
  }

  /**
   * A service that is built here and has ports serves something, and so does one whose address others are given. A service that uses
   * messages and that none calls is a worker.
   */
  private kindByUse({ name, isBuilt, hasPorts, dependsOn }: ComposeService): ComponentKind | null {
    if ((isBuilt && hasPorts) || this.called.has(name)) return 'WebAPI';
    if (hasPorts) return null;
    const needs = [...dependsOn.keys(), ...(this.mentions.get(name)?.keys() ?? [])];
    return needs.some((target) => this.isForMessages(target)) ? 'Worker' : null;
  }

  private isForMessages(name: string): boolean {
    const service = this.services.get(name);
    const kind = service && (readImage(service.image?.text ?? '').product?.kind ?? kindByName(service));
    return kind === 'Queue' || kind === 'EventBus';
  }
}

/** Many products run several parts from one image: a service named `worker` is not a website. */
function roleWithin(kind: ComponentKind, name: string): ComponentKind | null {
  if (!PARTED.has(kind)) return null;
  const role = productNamed(name)?.kind ?? tellingKind(name);
  return role !== null && ROLES.has(role) ? role : null;
}

function kindByName({ name, image, isBuilt }: ComposeService): ComponentKind | null {
  if (ONE_SHOT.test(name)) return 'ScheduledJob';
  const variable = isBuilt
    ? ''
    : (/^\$\{?([A-Za-z_]+)/.exec(image?.text ?? '')?.[1] ?? '').replace(/_?(?:IMAGE|VERSION|TAG)/gi, '').replaceAll('_', '-');
  const named = productNamed(name)?.kind ?? productNamed(variable)?.kind ?? (isTelemetryName(name) ? 'Infrastructure' : null);
  return named ?? tellingKind(name) ?? tellingKind(variable);
}

/** `ghcr.io/shop/orders-api:1` is an API, whatever the service is called. */
function kindByImageName({ image }: ComposeService): ComponentKind | null {
  const name = imageNameOf(image?.text ?? '');
  return isTelemetryName(name) ? 'Infrastructure' : tellingKind(name);
}

function kindByPorts({ ports }: ComposeService): ComponentKind | null {
  return ports.some((port) => WEB_PORTS.has(port)) ? 'WebApp' : null;
}
