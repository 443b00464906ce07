import { describe, expect, it } from 'vitest';
import { calledTool, unknownToolReason } from './unknownTool';
import { TOOLS } from './tools';

const READING =
  'find_entities, get_entity, blast_radius, explain_path, simulate, weak_points, impact_snapshot, health_impact, list_incidents, explain_incident';

describe('the tool that a message calls', () => {
  it.each<[string, string, string | null]>([
    ['of a call', '{"method":"tools/call","params":{"name":"blast_radius"}}', 'blast_radius'],
    ['of another method', '{"method":"prompts/get","params":{"name":"tools/call"}}', null],
    ['of a call without a name', '{"method":"tools/call"}', null],
    ['of a call whose name is not a text', '{"method":"tools/call","params":{"name":["blast_radius"]}}', null],
    ['of a list', '[{"method":"tools/call","params":{"name":"blast_radius"}}]', null],
    ['of null', 'null', null],
    ['of an empty body', '', null],
    ['of broken JSON', '{"method":"tools/call"', null],
  ])('%s', (_, body, expected) => {
    expect(calledTool(Buffer.from(body))).toBe(expected);
  });
});

describe('a tool that cannot be called', () => {
  it.each<[string, string, string | null]>([
    ['a misspelling', 'blast_radus', 'Tool blast_radus not found. Did you mean blast_radius?'],
    ['another case', 'Get_Entity', 'Tool Get_Entity not found. Did you mean get_entity?'],
    ['nothing like a tool', 'drop_tables', `Tool drop_tables not found. This key may call ${READING}.`],
    ['no name', '', `Tool  not found. This key may call ${READING}.`],
    ['a tool of another scope', 'push_health', 'Tool push_health not found: it needs a key with the scope "health"; this one has: read.'],
    ['a misspelt tool of another scope', 'push_helth', `Tool push_helth not found. This key may call ${READING}.`],
    ['a huge name', 'x'.repeat(1_000_000), `Tool ${'x'.repeat(100)}… not found. This key may call ${READING}.`],
    ['an offered tool', 'blast_radius', null],
  ])('%s', (_, name, expected) => {
    expect(unknownToolReason(name, TOOLS, ['read'])).toBe(expected);
  });
});
