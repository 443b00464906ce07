import { expect, it } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from './loopback';

it.each([
  'localhost',
  'LocalHost',
  'app.localhost',
  '127.0.0.1',
  '127.255.255.255',
  '[::1]',
  'localhost:3000',
  'app.localhost:3000',
  '127.0.0.1:80',
  '[::1]:443',
])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

it.each([
  'example.com',
  'notlocalhost',
  'localhost.example.com',
  'localhost.example.com:80',
  '127.0.0.1.example.com',
  '127.0.0.256',
  '127.0.0.1.5',
  '128.0.0.1',
  '::1',
  '[::2]',
  '',
])('%j is not this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

it.each([
  ['127.8.9.10', true],
  ['::1', true],
  ['[::1]', false],
  ['10.0.0.1', false],
  ['localhost', false],
])('the address %s: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
