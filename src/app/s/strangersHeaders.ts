/** Headers of everything that people without an account get. next.config.js repeats the second, because its own would come first. */
export const STRANGERS_HEADERS = {
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
