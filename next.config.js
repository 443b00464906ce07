/** How Next builds and serves the browser's side. What a page may load is said per page, in src/proxy.ts; here stand the headers that never vary. */

const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()' },
];

/** Packages that read files of their own or keep state: loaded as they lie in node_modules, never bundled. */
const SERVER_PACKAGES = [
  '@prisma/client',
  '@prisma/adapter-pg',
  'pg',
  'pg-copy-streams',
  'better-auth',
  '@better-auth/sso',
  'trpc-openapi',
  'zod-openapi',
  'pino',
  'prom-client',
  'yaml',
];

/** Next completes whatever tsconfig it is given, so it gets one of its own and the tracked one stays as it is. */
const TSCONFIG = join('dist', 'tsconfig.web.json');

function writeTsconfig() {
  const path = join(__dirname, TSCONFIG);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ extends: '../tsconfig.json', include: ['../src/**/*.ts', '../src/**/*.tsx'] }));
}

writeTsconfig();

/** @type {import('next').NextConfig} */
module.exports = {
  // Each of our builds and each development server has a directory of its own, so that none disturbs another.
  distDir: process.env.FAULTLINE_WEB_DIR || '.next',
  // `npm test` checks the types before our own builds; a bare `next build` has nothing else that does.
  typescript: { ignoreBuildErrors: process.env.FAULTLINE_WEB_DIR !== undefined, tsconfigPath: TSCONFIG },
  reactStrictMode: true,
  // Development is reached by the loopback address as well as by localhost.
  allowedDevOrigins: ['127.0.0.1'],
  poweredByHeader: false,
  devIndicators: false,
  serverExternalPackages: SERVER_PACKAGES,
  experimental: {
    // Each build begins in an empty directory, so nothing would ever read it; writing 270 MB took a quarter of the build.
    turbopackFileSystemCacheForBuild: false,
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'],
  },
  headers: async () => [
    { source: '/:path*', headers: SECURITY_HEADERS },
    // The last one counts. An address that is a secret is told to nobody, and a badge is shown on other pages.
    { source: '/s/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
    {
      source: '/badge/:path*',
      headers: [
        { key: 'Referrer-Policy', value: 'no-referrer' },
        { key: 'Cross-Origin-Resource-Policy', value: 'cross-origin' },
      ],
    },
  ],
};
