import { expect, it } from 'vitest';
import { NO_GROUP, teamKey, teamOfKey } from './grouping';

it('a team called none is distinct from the group without a team', () => {
  expect(teamKey('none')).not.toBe(NO_GROUP);
  expect(teamOfKey(teamKey('none'))).toBe('none');
});
