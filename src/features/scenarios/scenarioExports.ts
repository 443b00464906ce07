/** Exports of a scenario: its picture, sized by its content rather than by the window, and a table of what is affected. */
import { pictureExports } from '@/client/pictureExports';
import type { ScenarioPicture } from '@/contract/scenarios';
import type { ExportChoice } from '@/ui/ExportMenu';
import type { ScenarioLook } from './scenarioAddress';
import { scenarioSheet } from './scenarioSheet';

/** Empty before there is an answer. Offers no picture while the table is shown. */
export function scenarioExports(shown: ScenarioLook, picture: ScenarioPicture | undefined): ExportChoice[] {
  if (picture === undefined) return [];
  const sheet = scenarioSheet(picture);
  return pictureExports(shown === 'table' ? { ...sheet, draw: null } : sheet);
}
