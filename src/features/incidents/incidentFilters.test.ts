import { describe, expect, test } from 'vitest';
import { hasFilters, questionsOf, type IncidentFilters } from './incidentFilters';

const none: IncidentFilters = { search: '', state: [], severity: [], component: null, since: null, until: null, sort: '-number' };

describe('which incidents are requested', () => {
  test('without filters, unresolved and closed incidents are two lists', () => {
    expect(questionsOf(none)).toEqual({
      unresolved: { state: ['Open', 'Acknowledged', 'Monitoring'] },
      closed: { state: ['Resolved', 'Merged', 'Removed'] },
    });
    expect(hasFilters(none)).toBe(false);
  });

  test('chosen states leave out the list that holds none of them', () => {
    expect(questionsOf({ ...none, state: ['Merged'] })).toEqual({ unresolved: null, closed: { state: ['Merged'] } });
    expect(questionsOf({ ...none, state: ['Open', 'Resolved'] })).toEqual({
      unresolved: { state: ['Open'] },
      closed: { state: ['Resolved'] },
    });
  });

  test('both days of a range are included', () => {
    const { unresolved } = questionsOf({ ...none, since: '2026-11-20', until: '2026-11-21' });
    expect(Date.parse(unresolved?.until ?? '') - Date.parse(unresolved?.since ?? '')).toBe(2 * 86_400_000);
    expect(new Date(unresolved?.since ?? '').getHours()).toBe(0);
  });

  test('an order other than the usual is passed on to both lists, and is no filter', () => {
    const { unresolved, closed } = questionsOf({ ...none, sort: '-people' });
    expect([unresolved?.sort, closed?.sort]).toEqual(['-people', '-people']);
    expect(hasFilters({ ...none, sort: '-people' })).toBe(false);
  });

  test('an invalid date is ignored', () => {
    expect(questionsOf({ ...none, since: 'soon' }).unresolved).toEqual({ state: ['Open', 'Acknowledged', 'Monitoring'] });
  });

  test('search, severity and component are passed on', () => {
    expect(questionsOf({ ...none, search: ' db ', severity: ['Outage'], component: 'cart', state: ['Open'] }).unresolved).toEqual({
      state: ['Open'],
      search: 'db',
      severity: ['Outage'],
      component: 'cart',
    });
  });
});
