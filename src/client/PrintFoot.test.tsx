/** The foot of a print appears when somebody prints, and says version and digest. */
import { createHash } from 'node:crypto';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerDigest } from './answerDigest';
import { PrintFoot } from './PrintFoot';

const ANSWER = { entity: { name: 'Shop', id: '1' }, landscapeVersion: 7 };

it('says when, which version and which digest, once somebody prints', () => {
  render(<PrintFoot version="Landscape version 7" digestOf={() => answerDigest(ANSWER)} />);
  expect(screen.queryByText(/Digest/)).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText(/Digest/).textContent).toMatch(/^Printed .+ · Landscape version 7 · Digest ([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
});

it('equal answers have equal digests, whatever the order of fields and the landscape version', () => {
  const digest = answerDigest(ANSWER);
  expect(answerDigest({ landscapeVersion: 9, entity: { id: '1', name: 'Shop' } })).toBe(digest);
  expect(answerDigest({ ...ANSWER, entity: { id: '1', name: 'Web' } })).not.toBe(digest);
  const whole = createHash('sha256').update('{"entity":{"id":"1","name":"Shop"}}').digest('hex');
  expect(digest.replaceAll(' ', '')).toBe(whole.slice(0, 16));
});
