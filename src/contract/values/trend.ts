/** How long the days of the trend are kept, and how many an answer holds unless more are asked for. */
export const TREND_DAYS_KEPT = 400;
export const TREND_DAYS_SHOWN = 90;
