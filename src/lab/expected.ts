/** What an `expected.json` may state, and what a run made. */
import type { Manifest, ManifestComponent } from '@/contract/manifest/schema';

export interface ExpectedComponent {
  name: string;
  also?: string[];
  /** Its name is open: whatever nobody else is called. */
  anyName?: boolean;
  optional?: boolean;
  kind?: string | string[];
  runtime?: string;
  isExternal?: boolean;
  tier?: string;
  /** Its application, by technicalName or display name. */
  application?: string;
  zones?: string[];
}
export interface ExpectedDependency {
  source: string;
  target: string;
  optional?: boolean;
  dependencyType?: string | string[];
  mode?: string | string[];
  required?: boolean;
  encrypted?: boolean;
  propagates?: boolean;
  /** Occurs in the protocol. */
  protocol?: string;
  /** Whether it is in a redundancy group. */
  group?: boolean;
  minimum?: number;
}
export interface Case {
  name?: string;
  run?: string[];
  /** Files that a server at @prometheus or @jaeger answers with. */
  serve?: string[];
  /** Several complete answers, of which one must hold. */
  alternatives?: Case[];
  /** Patterns, of which each list needs one match in what is printed. */
  says?: string[][];
  saysNot?: string[];
  noRedundancyGroup?: boolean;
  exit?: number | number[];
  components?: ExpectedComponent[];
  dependencies?: ExpectedDependency[];
  together?: string[][];
  apart?: string[];
  never?: [string, string][];
  /** What is said to have been recognised. */
  kind?: string;
  /** How many entities of a sort there are: exactly, or from one number to another. */
  counts?: Record<string, number | [number, number]>;
  /** How many components there are of each kind, runtime or zone. */
  by?: Partial<Record<'kind' | 'runtime' | 'zone', Record<string, number>>>;
  /** Hosting areas, and the components in their zones: exactly these. */
  areas?: Record<string, string[]>;
  /** By name, the name of the parent. */
  capabilities?: Record<string, string | null>;
  processes?: string[];
  segments?: string[];
  technologies?: string[];
  datasets?: string[];
  /** By application, the capabilities and processes that it supports. */
  supports?: Record<string, string[]>;
  absent?: string[];
  nowhere?: string[];
}

export interface Found {
  components: (ManifestComponent & { application: string; tier: string | undefined })[];
  manifest: Manifest;
  output: string;
  exit: number;
}
