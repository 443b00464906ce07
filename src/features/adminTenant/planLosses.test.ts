import { expect, it } from 'vitest';
import { planLosses } from './planLosses';

it('an upgrade loses nothing', () => {
  expect(planLosses('Free', 'Enterprise')).toEqual([]);
});

it('a downgrade below Business says that keys stop working', () => {
  expect(planLosses('Business', 'Team')).toEqual([
    'All API keys are refused, agents and webhooks stop, and no health signal is accepted.',
    'Nobody sees revenue or what failures cost.',
    'A blast radius reaches 5 hops instead of 8.',
    'There is room for 1,000 components instead of 20,000.',
  ]);
});

it('a downgrade from Enterprise to Business keeps the API and says which limits become lower', () => {
  expect(planLosses('Enterprise', 'Business')).toEqual([
    'A blast radius reaches 8 hops instead of 10.',
    'There is room for 20,000 components instead of 1,000,000.',
    '600 health signals per minute are accepted instead of 60,000.',
  ]);
});
