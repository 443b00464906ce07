import { expect, it } from 'vitest';
import { fieldWords, valueWords } from './changeWords';

it('shows plain values from and to, and null for no value', () => {
  expect(fieldWords({ field: 'mode', from: 'Hard', to: 'Soft' })).toEqual({ field: 'mode', from: 'Hard', to: 'Soft' });
  expect(fieldWords({ field: 'required', from: null, to: false })).toEqual({ field: 'required', from: null, to: 'false' });
});

it('shows what was added to and removed from lists, shares in percent', () => {
  expect(fieldWords({ field: 'technologies', from: ['a', 'b'], to: ['b', 'c'] })).toEqual({
    field: 'technologies',
    added: ['c'],
    removed: ['a'],
  });
  const change = {
    field: 'capabilities',
    from: [{ capability: 'sell', revenueShare: 0.5 }],
    to: [{ capability: 'sell', revenueShare: 0.125 }],
  };
  expect(fieldWords(change)).toEqual({ field: 'capabilities', added: ['sell 12.5%'], removed: ['sell 50%'] });
});

it('shows which references were added and removed, and a new order as from and to', () => {
  const [restart, traffic] = [
    { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' },
    { kind: 'Dashboard', label: 'Traffic', url: 'https://grafana.example.com/d/1' },
  ];
  const [one, other] = ['Runbook "Restart" https://wiki.example.com/restart', 'Dashboard "Traffic" https://grafana.example.com/d/1'];
  expect(fieldWords({ field: 'references', from: [restart], to: [restart, traffic] })).toEqual({
    field: 'references',
    added: [other],
    removed: [],
  });
  expect(fieldWords({ field: 'references', from: [restart, traffic], to: [traffic, restart] })).toEqual({
    field: 'references',
    from: `${one}, ${other}`,
    to: `${other}, ${one}`,
  });
});

it('names a field that the reader may not see, without its value', () => {
  expect(fieldWords({ field: 'annualRevenue', withheld: true })).toEqual({ field: 'annualRevenue', isWithheld: true });
});

it('shortens long values and shows an empty list as nothing', () => {
  expect(valueWords('x'.repeat(200))).toBe(`${'x'.repeat(160)}…`);
  expect(valueWords([])).toBeNull();
});
