/** What the words on an arrow say: in which direction the dependency runs, how the source uses the target, and by which protocol. */
import type { ComponentKind, DependencyType } from '@/domain/vocabulary';
import { dependencyTypeFor } from '@/sources/proposal/edges';

export type Verb = 'reads' | 'writes' | 'publishes' | 'consumes';

/** What these verbs do, they do for the target, which therefore depends on the source. */
const FOR_THE_TARGET = /^(?:delivers?|serves?|hosts?|notif(?:y|ies))\b/i;
/** `Notifies customers using`: by means of the target, so the source depends on it. */
const BY_MEANS = /\b(?:using|via|through|with|by means of)(?:\s+(?:an?|the))?\s*$/i;
/** Whoever delivers something to these depends on them: they take it and keep it. */
const KEEPERS: ReadonlySet<ComponentKind> = new Set(['Database', 'Cache', 'Storage', 'Queue', 'EventBus']);
const STORES: ReadonlySet<ComponentKind> = new Set(['Database', 'Cache', 'Storage']);
const MESSAGING: ReadonlySet<ComponentKind> = new Set(['Queue', 'EventBus']);

/** Whether the target depends on the source, against the arrow. */
export function runsAgainstArrow(text: string, target: ComponentKind): boolean {
  return FOR_THE_TARGET.test(text.trim()) && !BY_MEANS.test(text) && !KEEPERS.has(target);
}

const VERBS: readonly [Verb, RegExp][] = [
  ['reads', /\b(?:reads?|reading|quer(?:y|ies)|gets?|fetch(?:es)?|loads?|looks? up|retrieves?|selects?|search(?:es)?)\b/i],
  ['writes', /\b(?:writes?|writing|stores?|saves?|updates?|inserts?|persists?|creates?|deletes?|records?|uploads?|archives?)\b/i],
  [
    'publishes',
    /\b(?:publish(?:es)?|produces?|enqueues?|emits?|raises?|(?:sends?|posts?|puts?|writes?)\b.*\b(?:queue|topic|bus|stream|events?|messages?))\b/i,
  ],
  ['consumes', /\b(?:consumes?|subscribes?|listens?|receives?|dequeues?|polls?|pulls?|reads?)\b/i],
];

export function verbsIn(text: string): Verb[] {
  return VERBS.flatMap(([verb, pattern]) => (pattern.test(text) ? [verb] : []));
}

/** The type of a dependency on a target of this kind, from everything that is said about it. */
export function dependencyTypeOf(target: ComponentKind, texts: readonly string[]): DependencyType {
  const verbs = new Set(texts.flatMap(verbsIn));
  if (STORES.has(target)) return either(verbs.has('reads'), verbs.has('writes'), ['Reads', 'Writes', 'ReadsWrites']);
  if (MESSAGING.has(target)) {
    const publishes = verbs.has('publishes') || verbs.has('writes') || texts.some((text) => /\bsends?\b/i.test(text));
    return either(publishes, verbs.has('consumes'), ['Publishes', 'Consumes', 'PubSub']);
  }
  return dependencyTypeFor(target);
}

/** The third if both hold, or neither. */
function either<Value>(first: boolean, second: boolean, [one, other, both]: readonly [Value, Value, Value]): Value {
  return first === second ? both : first ? one : other;
}

/** Protocols by how they are written in technologies, with the encryption that the name itself states. */
const PROTOCOLS: readonly [name: string, encryption?: string][] = [
  ['mTLS', 'mTLS'],
  ['TLS', 'TLS'],
  ['HTTPS', 'TLS'],
  ['WSS', 'TLS'],
  ['AMQPS', 'TLS'],
  ['MQTTS', 'TLS'],
  ['LDAPS', 'TLS'],
  ['FTPS', 'TLS'],
  ['SMTPS', 'TLS'],
  ['IMAPS', 'TLS'],
  ['SFTP', 'SSH'],
  ['SSH', 'SSH'],
  ...[
    ...['HTTP', 'HTTP/2', 'HTTP/3', 'gRPC', 'GraphQL', 'REST', 'SOAP', 'WebSocket', 'WebSockets', 'JDBC', 'ODBC', 'SQL', 'AMQP', 'MQTT'],
    ...['JMS', 'STOMP', 'Kafka', 'SMTP', 'IMAP', 'POP3', 'SNMP', 'LDAP', 'FTP', 'NFS', 'SMB', 'RMI', 'Thrift', 'TCP', 'UDP', 'TCP/IP'],
    ...[
      'SIP',
      'RTP',
      'SocketIO',
      'FIX',
      'SWIFT',
      'Modbus',
      'DNS',
      'OAuth2',
      'OIDC',
      'SAML',
      'Kerberos',
      'syslog',
      'webhook',
      'SSE',
      'QUIC',
      'RPC',
    ],
  ].map((name): [string] => [name]),
];
const BY_WORD = new Map(PROTOCOLS.map((row) => [row[0].toLowerCase(), row]));

export interface ProtocolFacts {
  /** The known protocols, in the order of the text: `SQL/TCP`. */
  protocol?: string;
  transportEncryption?: string;
  endpointAuthMethod?: string;
}

/** The protocols that a technology names. Everything else in it is left out: only known words come through. */
export function protocolIn(technology: string | undefined): ProtocolFacts {
  const words = (technology ?? '').slice(0, 500).split(/[\s,;+|()]+/);
  const found = words.flatMap((word) => {
    const whole = BY_WORD.get(word.toLowerCase());
    return whole === undefined ? word.split(/[/:]/).map((part) => BY_WORD.get(part.toLowerCase())) : [whole];
  });
  const rows = [...new Set(found.filter((row) => row !== undefined))];
  const encryption = rows.find(([, stated]) => stated !== undefined)?.[1];
  return {
    ...(rows.length === 0 ? {} : { protocol: rows.map(([name]) => name).join('/') }),
    ...(encryption === undefined ? {} : { transportEncryption: encryption }),
    ...(encryption === 'mTLS' ? { endpointAuthMethod: 'mTLS' } : {}),
  };
}
