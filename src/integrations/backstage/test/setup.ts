/** Backstage's test support calls jest by name; vitest has the same functions. */
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

Object.assign(globalThis, { jest: vi });
afterEach(cleanup);
