import { describe, expect, it } from 'vitest';
import { hostOf, shownHelp, referenceUrlFault, type HelpFields, type Reference } from './references';

const WHOLE = 'must be a complete address that starts with https, http or mailto, such as https://wiki.example.com/runbook';
const INVISIBLE = 'must not contain spaces or invisible characters';
const USER = 'must not contain a user name or password';

describe('the URL of a reference', () => {
  it.each([
    ['https', 'https://wiki.example.com/runbooks/checkout?page=2#restart', 'wiki.example.com'],
    ['http with a port', 'http://grafana.example.com:3000/d/checkout', 'grafana.example.com:3000'],
    ['an upper-case scheme', 'HTTPS://Wiki.Example.com/', 'wiki.example.com'],
    ['an address of IPv6', 'https://[2001:db8::1]/status', '[2001:db8::1]'],
    ['a host in other letters, which is shown as it is asked for', 'https://bücher.example/', 'xn--bcher-kva.example'],
    ['an at sign in the path', 'https://git.example.com/@payments/checkout', 'git.example.com'],
    ['emoji in the path', 'https://wiki.example.com/🔥', 'wiki.example.com'],
    ['mailto', 'mailto:checkout@example.com', 'checkout@example.com'],
    ['mailto with a subject', 'MAILTO:checkout@example.com?subject=Outage', 'checkout@example.com'],
  ])('may be %s', (_, url, host) => {
    expect(referenceUrlFault(url)).toBeNull();
    expect(hostOf(url)).toBe(host);
  });

  it.each([
    ['a script', 'javascript:alert(1)', WHOLE],
    ['a script in upper case', 'JavaScript://example.com/%0aalert(1)', WHOLE],
    ['data', 'data:text/html;base64,PHNjcmlwdD4=', WHOLE],
    ['a file', 'file:///etc/passwd', WHOLE],
    ['ftp', 'ftp://example.com/', WHOLE],
    ['a blob', 'blob:https://example.com/1', WHOLE],
    ['a path', '/runbooks/checkout', WHOLE],
    ['no scheme', '//example.com/', WHOLE],
    ['a host alone', 'wiki.example.com', WHOLE],
    ['a scheme without slashes', 'https:example.com', WHOLE],
    ['backslashes', 'https:\\\\example.com', WHOLE],
    ['no host', 'https:///runbook', WHOLE],
    ['a broken address', 'https://1.2.3.256/', WHOLE],
    ['a broken port', 'https://example.com:99999/', WHOLE],
    ['mailto without an address', 'mailto:', WHOLE],
    ['mailto without a host', 'mailto:checkout', WHOLE],
    ['nothing', '', WHOLE],
    ['a space in front', ' https://example.com/', INVISIBLE],
    ['a space within', 'https://example.com/run book', INVISIBLE],
    ['a tab in the scheme', 'java\tscript:alert(1)', INVISIBLE],
    ['a line break behind', 'https://example.com/\n', INVISIBLE],
    ['a control character', 'https://example.com/\u0007', INVISIBLE],
    ['letters that run from right to left', 'https://example.com/\u202Ecod.exe', INVISIBLE],
    ['an invisible space', 'https://exam\u200Bple.com/', INVISIBLE],
    ['a password', 'https://admin:secret@example.com/', USER],
    ['a user name that looks like a host', 'https://bank.example@evil.example/', USER],
    ['an empty user name with a password', 'https://:secret@example.com/', USER],
  ])('may not be %s', (_, url, problem) => {
    expect(referenceUrlFault(url)).toBe(problem);
  });
});

describe('what is shown of a component', () => {
  const runbook: Reference = { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' };
  const board: Reference = { kind: 'Dashboard', label: 'Traffic', url: 'https://grafana.example.com/d/1' };
  const nothing: HelpFields = { contact: null, references: [] };
  const application: HelpFields = { contact: '#shop', references: [board] };

  it.each<[string, HelpFields, HelpFields | null, HelpFields & { inherited: string[] }]>([
    [
      'is its own',
      { contact: '#checkout', references: [runbook] },
      application,
      { contact: '#checkout', references: [runbook], inherited: [] },
    ],
    ["is its application's where it has nothing", nothing, application, { ...application, inherited: ['contact', 'references'] }],
    [
      'is taken field by field',
      { contact: '#checkout', references: [] },
      application,
      { contact: '#checkout', references: [board], inherited: ['references'] },
    ],
    [
      "is its application's where its contact is blank",
      { contact: ' ', references: [runbook] },
      application,
      { contact: '#shop', references: [runbook], inherited: ['contact'] },
    ],
    ['is nothing where both have nothing', nothing, nothing, { ...nothing, inherited: [] }],
    ['is its own where the application is not known', { contact: '', references: [] }, null, { ...nothing, inherited: [] }],
  ])('%s', (_, own, of, shown) => {
    expect(shownHelp(own, of)).toEqual(shown);
  });
});
