/** Opens a page in the browser of whoever runs the command. */
import { spawn } from 'node:child_process';

/** The program that opens an address, and its arguments in front of it; null if there is nobody to look. */
function opener(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): readonly [string, ...string[]] | null {
  if (env.BROWSER !== undefined && env.BROWSER !== '') return [env.BROWSER];
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined ? ['xdg-open'] : null;
}

/** Resolves with false if no browser could be started. No shell is involved, so nothing in the address is read as a command. */
export function openPage(url: string, env: Readonly<Record<string, string | undefined>>, platform = process.platform): Promise<boolean> {
  const found = opener(env, platform);
  if (found === null) return Promise.resolve(false);
  const [program, ...before] = found;
  return new Promise((resolve) => {
    const child = spawn(program, [...before, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
