/** Finds a browser for the journeys: Playwright's own, one of the system, or one from an npm package that needs no installation. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

export interface Browser {
  executablePath: string;
  args: string[];
  /** Additional environment variables: libraries and fonts if the system has none. */
  env: Record<string, string>;
}

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser talks only to the server under test. */
const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const PACKAGE = '@sparticuz/chromium';

function starts(executable: string, env: Record<string, string>): boolean {
  try {
    execFileSync(executable, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Unpacks the browser of the npm package once per version. The package unpacks into the temporary directory of its process, and adds its system
 * libraries only in a cloud function. So a separate process gets both settings in its environment.
 */
function unpack(): string {
  const fromRoot = createRequire(join(process.cwd(), 'package.json'));
  const entry = fromRoot.resolve(PACKAGE);
  const manifest = join(entry.slice(0, entry.lastIndexOf(`${join('node_modules', PACKAGE)}`)), 'node_modules', PACKAGE, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const directory = join(process.cwd(), 'node_modules', '.cache', `chromium-${version}`);
  if (existsSync(directory)) return directory;
  const draft = `${directory}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const script = `import(${JSON.stringify(pathToFileURL(entry).href)}).then((m) => (m.default.default ?? m.default).executablePath())`;
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: `AWS_Lambda_nodejs${process.versions.node.split('.')[0] ?? ''}.x` };
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  // The package's configuration names directories of a cloud function; a relative path is relative to the file.
  writeFileSync(
    join(draft, 'fonts', 'fonts.conf'),
    '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir><cachedir>~/.cache/fontconfig</cachedir></fontconfig>',
  );
  try {
    renameSync(draft, directory);
  } catch {
    // Another run was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  return directory;
}

function packagedBrowser(): { executablePath: string; env: Record<string, string> } | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const directory = unpack();
  const executablePath = join(directory, 'chromium');
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(directory, 'fonts') };
  const libraries = {
    ...fonts,
    LD_LIBRARY_PATH: [join(directory, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH ?? ''].filter(Boolean).join(':'),
  };
  const env = [fonts, libraries].find((candidate) => starts(executablePath, candidate));
  return env === undefined ? null : { executablePath, env };
}

/** Throws a sentence if no browser is available. */
export function findBrowser(): Browser {
  const args = process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET;
  const named = process.env.FAULTLINE_CHROMIUM;
  const installed = [named, chromium.executablePath(), ...SYSTEM_BROWSERS].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
  if (installed !== undefined) return { executablePath: installed, args, env: {} };
  const packaged = packagedBrowser();
  if (packaged === null)
    throw new Error('There is no Chromium on this system. Run "npx playwright install chromium", or set FAULTLINE_CHROMIUM to one.');
  return { ...packaged, args };
}
