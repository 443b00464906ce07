/** Elements of an ArchiMate model, and what they become. */
import type {
  ManifestApplication,
  ManifestCapability,
  ManifestComponent,
  ManifestDataset,
  ManifestHostingArea,
  ManifestProcess,
  ManifestTechnology,
} from '@/contract/manifest/schema';
import type { Role } from './archimateTypes';
import type { ExchangeElement } from './exchangeFile';

export interface ArchimateOptions {
  name: string;
  /** Nodes, devices and system software become technologies, and no components. */
  isTechnology: boolean;
  /** Actors and roles that a service serves become segments. */
  hasSegments: boolean;
}

export interface ArchimateElement extends ExchangeElement {
  role: Role;
  /** The element that contains it, of the same role. */
  parent: ArchimateElement | null;
}

/** What the elements have become, for the relationships between them. */
export class ArchimateLandscape {
  readonly capabilities = new Map<ArchimateElement, ManifestCapability>();
  readonly processes = new Map<ArchimateElement, ManifestProcess>();
  readonly applications = new Map<ArchimateElement, ManifestApplication & { components: ManifestComponent[] }>();
  readonly components = new Map<ArchimateElement, ManifestComponent>();
  readonly technologies = new Map<ArchimateElement, ManifestTechnology>();
  readonly datasets = new Map<ArchimateElement, ManifestDataset>();
  readonly areas = new Map<ArchimateElement, ManifestHostingArea>();
}
