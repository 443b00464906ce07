/** A `secret-tool` and a `security` that behave like the real ones, in a directory for PATH. They store secrets in files, and record their arguments. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the tools say when the keychain cannot be reached, word for word. */
export const LOCKED = 'secret-tool: Cannot autolaunch D-Bus without X11 $DISPLAY';

/** Order of arguments, exit codes and output are those of libsecret and macOS. A shell script, because tests start it often. */
const TOOL = `#!/bin/sh
folder=\${0%/*} tool=\${0##*/} PATH=/usr/bin:/bin
echo "$@" >> "$folder/arguments.txt"
if [ -e "$folder/locked" ]; then echo '${LOCKED}' >&2; exit 1; fi
item() { echo "$folder/item $(printf %s "$1" | tr / '|')"; }
if [ "$tool" = secret-tool ]; then
  action=$1; shift
  case $1 in
    --label=*) shift ;;
    *) if [ "$action" = store ]; then echo 'secret-tool: must specify a label for the new item' >&2; exit 2; fi ;;
  esac
  [ "$1 $2 $3" = 'service faultline account' ] || exit 2
  file=$(item "$4")
  case $action in
    store) if [ -e "$folder/forgetful" ]; then exit 0; fi; cat > "$file"; exit 0 ;;
    lookup) [ -e "$file" ] || exit 1; if [ -e "$folder/closed" ]; then exit 1; fi; cat "$file"; exit 0 ;;
    clear) [ -e "$file" ] || exit 1; if [ -e "$folder/closed" ]; then exit 1; fi; rm "$file"; exit 0 ;;
    search) if [ -e "$file" ]; then echo '[/1]'; fi; exit 0 ;;
  esac
  exit 2
fi
if [ "$1" = -i ]; then read -r line; eval "set -- $line"; fi
action=$1; shift
while [ $# -gt 0 ]; do
  case $1 in
    -s) service=$2; shift ;;
    -a) account=$2; shift ;;
    -l) shift ;;
    -w) if [ $# -gt 1 ]; then secret=$2; shift; fi ;;
  esac
  shift
done
[ "$service" = faultline ] || exit 2
file=$(item "$account")
if [ "$action" = add-generic-password ]; then printf %s "$secret" > "$file"; exit 0; fi
if [ ! -e "$file" ]; then
  echo 'security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.' >&2
  exit 44
fi
if [ "$action" = find-generic-password ]; then cat "$file"; echo; else rm "$file"; fi
`;

export interface FakeKeychain {
  /** The directory to put first in PATH. */
  folder: string;
  /** The stored secrets, by account. */
  items(): Record<string, string>;
  /** Every command line that a tool was started with, as `ps` shows it. */
  commandLines(): string;
  /** From now on every call fails with a message. */
  lock(): void;
  /** From now on `secret-tool` finds the keyring locked, and says nothing. */
  close(): void;
  /** From now on it accepts secrets, but stores nothing. */
  forget(): void;
}

export function makeFakeKeychain(folder: string): FakeKeychain {
  mkdirSync(folder, { recursive: true });
  for (const name of ['secret-tool', 'security']) {
    writeFileSync(join(folder, name), TOOL);
    chmodSync(join(folder, name), 0o755);
  }
  const text = (name: string): string => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
  const held = (): string[] => readdirSync(folder).filter((name) => name.startsWith('item '));
  return {
    folder,
    items: () => Object.fromEntries(held().map((name) => [name.slice('item '.length).replaceAll('|', '/'), text(name)])),
    commandLines: () => text('arguments.txt'),
    lock: () => writeFileSync(join(folder, 'locked'), ''),
    close: () => writeFileSync(join(folder, 'closed'), ''),
    forget: () => writeFileSync(join(folder, 'forgetful'), ''),
  };
}
