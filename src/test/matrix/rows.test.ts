/** The matrix is complete: every procedure and tool has a row, every row names something in each field that can, and scopes follow one rule. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Manifest } from '@/contract/manifest/schema';
import { TOOLS } from '@/doors/mcp/tools';
import type { Access } from '@/domain/access';
import { foreignContent, namesakeContents } from './manifestRows';
import { namesOfNothing } from './names';
import { PROCEDURES } from './procedures';
import { matrixRows, type Row } from './rows';
import { textFieldsOf, valuesAt } from './textFields';
import { toolRows } from './toolRows';

const OWN = namesOfNothing('own', 5_000);
const THEIRS = [namesOfNothing('theirs', 1), namesOfNothing('others', 1_000)] as const;
const ROWS = matrixRows(() => OWN);
const TOOL_ROWS = toolRows(() => OWN);

/** Texts that refer to nothing: names and messages that people write, and what is only compared with such texts. */
const NAMES_NOTHING = new Set([
  ...[
    'name',
    'description',
    'ownerTeam',
    'contact',
    'label',
    'team',
    'teams[]',
    'provider',
    'region',
    'vendor',
    'technologyVersion',
    'currency',
    'teamSeparator',
    'email',
  ],
  ...[
    'protocol',
    'transportEncryption',
    'endpointAuthMethod',
    'redundancyGroup',
    'url',
    'path',
    'message',
    'source',
    'comment',
    'text',
    'reason',
  ],
  // Groups of an identity provider, labels of somebody else's alerts, and instants.
  ...['group', 'instance', 'componentLabel[]', 'severityLabel', 'severityState[]', 'at', 'since', 'until'],
]);

/** A new name. Another tenant may have the same one, which \`wall.db.test.ts\` checks too. */
const NEW_NAME = /^[\w.]+\.(create|update): technicalName$/;

/** The fields of an input that could name something, and in which no row ever does. */
function fieldsLeftOut(input: z.ZodType, row: Row | undefined): string[] {
  const [one, another] = THEIRS.map((names) => row?.(names) ?? []) as [object[], object[]];
  const isNamed = (path: string): boolean =>
    one.some((given, index) => JSON.stringify(valuesAt(given, path)) !== JSON.stringify(valuesAt(another[index], path)));
  return textFieldsOf(input).filter((path) => !NAMES_NOTHING.has(path.split('.').at(-1) ?? '') && !isNamed(path));
}

const leftOut = (all: readonly (readonly [string, z.ZodType, Row | undefined])[]): string[] =>
  all.flatMap(([name, input, row]) => fieldsLeftOut(input, row).map((path) => `${name}: ${path}`)).filter((field) => !NEW_NAME.test(field));

describe('the matrix', () => {
  it('has a row for every procedure and every tool, and for nothing else', () => {
    expect(Object.keys(ROWS).sort()).toEqual(PROCEDURES.map(({ name }) => name).sort());
    expect(Object.keys(TOOL_ROWS).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
  });

  it('puts a name of another tenant into every field of every procedure that takes one', () => {
    expect(leftOut(PROCEDURES.map(({ name, input }) => [name, input, ROWS[name]]))).toEqual([]);
  });

  it('puts a name of another tenant into every field of every tool that takes one', () => {
    expect(leftOut(TOOLS.map(({ name, input }) => [name, input, TOOL_ROWS[name]]))).toEqual([]);
  });

  it('puts a name of another tenant into every field of a manifest that refers to something', () => {
    expect(leftOut([['manifest', Manifest, (names) => [foreignContent(names, OWN), ...namesakeContents(names)]]])).toEqual([]);
  });
});

/** Listed here, so that a procedure or tool with different rights is noticed. */
describe('access', () => {
  const of = (wanted: (access: Access, type: 'query' | 'mutation') => boolean): string[] =>
    PROCEDURES.filter(({ access, type }) => wanted(access, type))
      .map(({ name, access: { scope, role } }) => `${name} ${scope ?? 'people'} ${role}`)
      .sort();

  it('is read for questions and write for changes, except for health, the caller and people', () => {
    const others = of(({ scope }, type) => scope !== (type === 'query' ? 'read' : 'write'));
    expect(others).toEqual([
      ...['create', 'list', 'revoke'].map((what) => `apiKeys.${what} people Admin`),
      'caller.get any Viewer',
      ...['push', 'pushFrom', 'pushMany'].map((what) => `health.${what} health Editor`),
      ...['create', 'list', 'renew', 'revoke'].map((what) => `invitations.${what} people Admin`),
      'members.changeRole people Admin',
      'members.leave people Viewer',
      'members.list people Admin',
      'members.remove people Admin',
      ...['end', 'list', 'subscribe', 'subscribeToDigest', 'test', 'update'].map((what) => `notifications.${what} people Viewer`),
      'scenarios.evaluate read Viewer',
      ...['create', 'createBadge', 'list', 'revoke'].map((what) => `shareLinks.${what} people Editor`),
      ...['createToken', 'get'].map((what) => `singleSignOn.${what} people Admin`),
      'singleSignOn.require people Owner',
      ...['resetRules', 'revokeToken', 'setRules'].map((what) => `singleSignOn.${what} people Admin`),
      'tenant.delete people Owner',
      'tenant.setPlan people Owner',
      'tenant.update people Admin',
      'tenant.usage people Admin',
      ...['create', 'list', 'remove', 'setDefault', 'update'].map((what) => `views.${what} people Viewer`),
    ]);
  });

  it('lets Viewers ask and Editors change; webhooks and subscriptions are for Admins', () => {
    const others = of(({ role, scope }, type) => scope !== null && role !== (type === 'query' ? 'Viewer' : 'Editor'));
    expect(others.filter((line) => !/^(webhooks|subscriptions)\.\w+ (read|write) Admin$/.test(line))).toEqual([
      'scenarios.evaluate read Viewer',
    ]);
    const ofWebhooks = PROCEDURES.filter(({ name }) => /^(webhooks|subscriptions)\./.test(name));
    expect(new Set(ofWebhooks.map(({ access: { role } }) => role))).toEqual(new Set(['Admin']));
  });

  it('changes nothing in two procedures that are sent like changes', () => {
    expect(of(({ changesNothing }) => changesNothing === true)).toEqual([
      'manifest.preview write Editor',
      'scenarios.evaluate read Viewer',
    ]);
  });

  it('for agents is read for tools that ask, write for tools that prepare or make a change, and health for signals', () => {
    const scopes = new Map(TOOLS.map(({ name, scope }) => [name, scope]));
    const questions = [
      ...['find_entities', 'get_entity', 'blast_radius', 'explain_path', 'impact_snapshot', 'health_impact', 'list_incidents'],
      ...['simulate', 'weak_points', 'explain_incident'],
    ];
    const expected = [
      ...questions.map((name) => [name, 'read']),
      ...['run_scenario', 'preview_manifest', 'apply_manifest'].map((name) => [name, 'write']),
      ['push_health', 'health'],
    ];
    expect([...scopes].sort()).toEqual(expected.sort());
  });
});
