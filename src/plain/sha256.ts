/** SHA-256 of a text (FIPS 180-4), for where the browser offers none: pages that are served without TLS. */

const ROUNDS = 64;
const BLOCK_BYTES = 64;

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false;
  return true;
}

/** The first primes, from 2. */
function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) if (isPrime(candidate)) primes.push(candidate);
  return primes;
}

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const PRIMES = firstPrimes(ROUNDS);
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The text in UTF-8 with the padding that ends it: a bit, zeros, and the length in bits. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const size = Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const all = new Uint8Array(size);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  return view;
}

function scheduleOf(view: DataView, offset: number): Int32Array {
  const words = new Int32Array(ROUNDS);
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + 4 * at);
  for (let at = 16; at < ROUNDS; at++) {
    const [far, near] = [words[at - 15]!, words[at - 2]!];
    const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const high = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[at] = words[at - 16]! + low + words[at - 7]! + high;
  }
  return words;
}

/** 64 hexadecimal digits. */
export function sha256(text: string): string {
  const view = padded(text);
  const state = Int32Array.from(START);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_BYTES) {
    const words = scheduleOf(view, offset);
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let at = 0; at < ROUNDS; at++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + CONSTANTS[at]! + words[at]!;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = state[at]! + word));
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
