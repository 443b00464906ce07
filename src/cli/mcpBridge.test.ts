/** The bridge from an agent's line to a request: headers that match the line, and answers of one line each. */
import { describe, expect, it } from 'vitest';
import { answerLines, errorLine, headersOf, readMessage } from './mcpBridge';

const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

describe('the headers of a message', () => {
  it.each([
    ['of a 2025 client before the handshake', { method: 'initialize', params: {} }, null, {}],
    ['of a 2025 client', { method: 'tools/call', params: { name: 'x' } }, '2025-06-18', { 'MCP-Protocol-Version': '2025-06-18' }],
    [
      'of a call',
      { method: 'tools/call', params: { ...meta, name: 'find_entities' } },
      null,
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'find_entities' },
    ],
    [
      'of a reading',
      { method: 'resources/read', params: { ...meta, uri: 'faultline://landscape' } },
      null,
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'resources/read', 'Mcp-Name': 'faultline://landscape' },
    ],
    [
      'of a list, whatever its name',
      { method: 'tools/list', params: { ...meta, name: 'x' } },
      null,
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' },
    ],
    [
      'with a name that no header can contain',
      { method: 'prompts/get', params: { ...meta, name: 'ü\n' } },
      null,
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'prompts/get', 'Mcp-Name': '=?base64?w7wK?=' },
    ],
    [
      'with a method that would break out of its header',
      { method: 'a\r\nX-Evil: 1', params: meta },
      null,
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': '=?base64?YQ0KWC1FdmlsOiAx?=' },
    ],
  ])('%s', (_, message, negotiated, expected) => {
    expect(headersOf(message, negotiated)).toEqual(expected);
  });
});

describe('an answer', () => {
  const message = '{"jsonrpc":"2.0","id":1,"result":{}}';
  it.each([
    ['in JSON', 'application/json', message, [message]],
    ['in JSON over several lines', 'application/json', JSON.stringify(JSON.parse(message), null, 2), [message]],
    [
      'as events',
      'text/event-stream',
      `event: message\ndata: ${message}\n\n: keep\n\nevent: message\r\ndata:${message}\r\n\r\n`,
      [message, message],
    ],
    ['that is empty', '', '', []],
    ['that is a problem', 'application/problem+json', '{"status":401}', null],
    ['that is a page', 'text/html', '<html>', null],
    ['that is a list', 'application/json', '[]', null],
  ])('%s', (_, contentType, text, expected) => {
    expect(answerLines(contentType, text)).toEqual(expected);
  });
});

describe('a line', () => {
  it.each(['', 'x', '[]', '1', 'null', '{"a"'])('that is no message: %j', (line) => {
    expect(readMessage(line)).toBeNull();
  });
  it('that reports an error names the request, or none', () => {
    expect(errorLine('a', -32000, 'no', { code: 'x' })).toBe(
      '{"jsonrpc":"2.0","id":"a","error":{"code":-32000,"message":"no","data":{"code":"x"}}}',
    );
    expect(errorLine(undefined, -32700, 'no')).toBe('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}');
  });
});
