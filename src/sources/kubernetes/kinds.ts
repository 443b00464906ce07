/** What a workload is: by its image, then by its name, then by its ports. */
import type { ComponentKind } from '@/domain/vocabulary';
import { tellingKind } from '@/sources/words/backstageWords';
import { imageNameOf, isTelemetryName, productNamed, readImage, type Product } from '@/sources/words/products';
import type { Workload } from './workloads';

/** Ports that only one sort of product listens on by default. */
const PORTS: ReadonlyMap<number, ComponentKind> = new Map([
  ...[5432, 3306, 1433, 1521, 27_017, 9042, 9200, 8123, 26_257, 5984, 7687].map((port) => [port, 'Database'] as const),
  ...[6379, 11_211].map((port) => [port, 'Cache'] as const),
  ...[5672, 61_616].map((port) => [port, 'Queue'] as const),
  ...[9092, 4222, 6650].map((port) => [port, 'EventBus'] as const),
  ...[389, 636].map((port) => [port, 'Identity'] as const),
]);

export interface KindFacts {
  kind: ComponentKind;
  /** From a name or a port alone. */
  isGuess: boolean;
  /** Sure enough to say how hard others need it. */
  decidesModes: boolean;
  isTelemetry: boolean;
  product: Product | null;
  version: string | undefined;
}

export function kindOf({ name, image, ports, isJob, isDaemon }: Workload, hasService: boolean): KindFacts {
  const { product, version } = readImage(image);
  const imageName = imageNameOf(image);
  const isTelemetry = product?.isTelemetry ?? isNamedTelemetry(name, imageName);
  const facts = { isTelemetry, product, version };
  if (isJob) return { ...facts, kind: 'ScheduledJob', isGuess: false, decidesModes: true };
  if (product?.kind != null) return { ...facts, kind: product.kind, isGuess: false, decidesModes: true };
  if (isTelemetry && isDaemon) return { ...facts, kind: 'Infrastructure', isGuess: false, decidesModes: false };
  const sure = productNamed(name)?.kind ?? (isTelemetry ? 'Infrastructure' : null);
  const byPort = kindOfPort(ports);
  const kind = sure ?? tellingKind(name) ?? tellingKind(imageName) ?? byPort ?? (hasService ? 'WebAPI' : null);
  return { ...facts, kind: kind ?? 'Other', isGuess: true, decidesModes: kind !== null && [sure, byPort].includes(kind) };
}

/** Null if no port is that of one sort of product. */
export function kindOfPort(ports: readonly number[]): ComponentKind | null {
  return ports.map((port) => PORTS.get(port)).find((kind) => kind !== undefined) ?? null;
}

function isNamedTelemetry(name: string, imageName: string): boolean {
  return productNamed(name)?.isTelemetry === true || isTelemetryName(name) || isTelemetryName(imageName);
}
