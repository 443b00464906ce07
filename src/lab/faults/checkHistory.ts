/**
 * Whether the product kept its promises during a fault run: a pure function of what the clients saw and what is stored at the end. Each promise is checked
 * by itself, so one broken promise does not hide another.
 */
import { checkAnswers } from './checkAnswers';
import { checkEvents } from './checkEvents';
import { checkFreshness } from './checkFreshness';
import { checkReports } from './checkReports';
import { checkWrites } from './checkWrites';
import type { ClientHistory, Ending } from './history';
import type { Violation } from './violation';

/** All violations; none means that every promise was kept. */
export function checkHistory(history: ClientHistory, ending: Ending): Violation[] {
  return [
    ...checkWrites(history, ending),
    ...checkFreshness(history, ending),
    ...checkReports(ending),
    ...checkEvents(history, ending),
    ...checkAnswers(history, ending),
  ];
}
