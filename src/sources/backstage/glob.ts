/** Matches file names against patterns, in time proportional to the pattern times the path, however many stars there are. */

/** `*` and `?` match within a name, `**` matches any number of directories. Pattern and path separate names by `/`. */
export function matchesGlob(pattern: string, path: string): boolean {
  return matchesFrom(pattern.split('/'), path.split('/'), (name) => name === '**', matchesName);
}

function matchesName(pattern: string, name: string): boolean {
  return matchesFrom(
    [...pattern.replace(/\*+/g, '*')],
    [...name],
    (char) => char === '*',
    (char, other) => char === '?' || char === other,
  );
}

/**
 * Whether the parts match one after another, with a star matching any number of them. After a dead end, only the last star needs to be
 * tried again.
 */
function matchesFrom(
  pattern: readonly string[],
  parts: readonly string[],
  isStar: (part: string) => boolean,
  matches: (part: string, other: string) => boolean,
): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let part = 0; part < parts.length;) {
    const next = pattern[at];
    if (next !== undefined && isStar(next)) {
      star = at++;
      resume = part;
    } else if (next !== undefined && matches(next, parts[part] ?? '')) {
      at += 1;
      part += 1;
    } else if (star !== -1) {
      at = star + 1;
      part = ++resume;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}
