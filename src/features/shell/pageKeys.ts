/** The letter that opens each page after `g`. */

export const PAGE_KEYS: Readonly<Record<string, string>> = {
  home: 'o',
  'live-impact': 'v',
  incidents: 'i',
  landscape: 'l',
  'blast-radius': 'b',
  scenarios: 'c',
  'weak-points': 'e',
  paths: 'f',
  inventory: 'n',
  manifest: 'm',
  'security-register': 's',
  maintenance: 'w',
  connect: 'u',
  'api-keys': 'k',
  webhooks: 'h',
  members: 'p',
  'share-links': 'r',
  'audit-log': 'a',
  settings: 't',
};
