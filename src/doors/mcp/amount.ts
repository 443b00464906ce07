/** Money in the texts of answers. */
import { quoteForAgents } from './quoteForAgents';

/** To the cent. `structuredContent` has it unrounded. */
export function amount(value: number): string {
  return String(Math.round(value * 100) / 100);
}

type Cost = { technicalName: string; expectedPerHour: number; perHour: number };

/** What each audience costs, in every answer that says what failures cost. */
export const COST_BY_AUDIENCE = {
  path: 'revenueExposure.byAudience',
  line: ({ technicalName, expectedPerHour, perHour }: Cost) =>
    `${quoteForAgents(technicalName)}: expected cost ${amount(expectedPerHour)} an hour, ${amount(perHour)} at risk`,
};

/** What everything costs. */
export function costWords(cost: { currency: string; expectedPerHour: number; perHour: number }): string {
  return `Expected cost per hour: ${amount(cost.expectedPerHour)} ${cost.currency}; ${amount(cost.perHour)} at risk.`;
}
