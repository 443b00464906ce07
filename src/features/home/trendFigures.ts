/** The figures that a trend draws: what each is called, its readings, and what it says now and since when. */
import { money } from '@/client/labels/figures';
import type { Answers } from '@/client/trpc';
import { countOf } from '@/plain/counts';
import { changeWords, type Reading } from './trendLine';

export type Trend = Answers['home']['trend'];
type Day = Trend['days'][number];

export interface TrendFigure {
  title: string;
  readings: Reading[];
  /** How a value is written. */
  written(value: number): string;
  /** The last value, or what is missing. */
  now: string;
  /** What the last value is made of, or what to record; empty if there is nothing to say. */
  note: string;
  /** Compared with the first day that is shown; null if there is nothing to compare. */
  change: string | null;
}

const plain = (value: number): string => value.toLocaleString('en');
const percent = (value: number): string => `${value.toLocaleString('en')}%`;

/** Money is left out for those who may not see it. */
export function trendFigures({ days, currency }: Trend): TrendFigure[] {
  const last = days.at(-1);
  if (last === undefined) return [];
  const figure = (
    title: string,
    valueOf: (day: Day) => number | null,
    written: (value: number) => string,
    note: string,
    words: { less: string; more: string },
    amount: (difference: number) => string,
  ): TrendFigure => {
    const readings = days.map((day) => ({ day: day.day, value: valueOf(day) }));
    const value = valueOf(last);
    return {
      title,
      readings,
      written,
      note,
      now: value === null ? 'Not recorded' : written(value),
      change: changeWords(readings, words, amount),
    };
  };
  return [
    figure('Single points', ({ singlePoints }) => singlePoints, plain, singlePointsNote(last), { less: 'fewer', more: 'more' }, plain),
    ...(currency === null
      ? []
      : [
          figure(
            'Costliest single point, per hour',
            ({ dearestPerHour }) => dearestPerHour,
            (value) => money(value, currency),
            last.dearestPerHour === null
              ? 'Give segments an annual revenue, and each of their capabilities a share.'
              : last.dearestPerHour === 0
                ? 'No single point costs anything.'
                : 'The expected cost of an hour without it. Not a sum over all single points, which do not all fail at once.',
            { less: 'less', more: 'more' },
            (difference) => money(difference, currency),
          ),
        ]),
    figure(
      'Security register complete',
      ({ registeredPercent }) => registeredPercent,
      percent,
      last.dependencies === 0 ? 'There are no dependencies yet.' : registeredNote(last),
      { less: 'less', more: 'more' },
      (difference) => `${plain(Math.round(difference * 10) / 10)} percentage points`,
    ),
  ];
}

function registeredNote({ registered, dependencies }: Day): string {
  const says = dependencies === 1 ? 'says how it is secured' : 'say how they are secured';
  return `${plain(registered)} of ${countOf(dependencies, 'dependency', 'dependencies')} ${says}.`;
}

function singlePointsNote({ singlePoints, missionCriticalSinglePoints }: Day): string {
  if (singlePoints === null) return 'Describe capabilities, and which applications support them.';
  if (singlePoints === 0) return 'No component takes down a capability alone.';
  const alone = 'Each takes down a capability alone.';
  if (missionCriticalSinglePoints === null) return alone;
  const takes = missionCriticalSinglePoints === 1 ? 'takes' : 'take';
  return `${alone} ${plain(missionCriticalSinglePoints)} of them ${takes} down a mission-critical one.`;
}
