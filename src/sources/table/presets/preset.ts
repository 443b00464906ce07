/** A preset: the mapping of a tool's export, and how one of its tables shows what it is. */
import type { Mapping } from '@/sources/table/mapping/mappingSchema';

export interface Preset {
  name: string;
  /** As people call the tool. */
  tool: string;
  mapping: Mapping;
  /** A table with all columns of one of these lists is of this tool. */
  signs: readonly (readonly string[])[];
}
