/** Models with secrets in them, and models made to do harm: nothing of the first gets out, and the second are refused. */
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import type { Importer } from '@/sources/importer';
import type { Imported } from '@/sources/proposal/imported';
import { ImportReport } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { CALM } from '@/sources/calm/calm';
import { LIKEC4 } from '@/sources/likec4/likec4';
import { STRUCTURIZR } from '@/sources/structurizr/structurizr';

const read = (importer: Importer, file: string, text: string): Imported =>
  importer.read([file], memoryDisk({ [file]: text }), { name: 'Model', own: {} }, new ImportReport());

/** What was imported, or what the refusal says. */
function outcome(importer: Importer, file: string, text: string): Imported | string {
  try {
    return read(importer, file, text);
  } catch (error) {
    if (error instanceof UnreadableSource) return `${error.message} ${JSON.stringify(error.more)}`;
    throw error;
  }
}

/** Fields of Structurizr's JSON that have no equivalent. */
const extra = (secret: () => string): object => ({
  url: `https://ada:${secret()}@example.com`,
  properties: { password: secret(), [secret()]: 'x' },
  perspectives: [{ name: 'Security', description: secret() }],
  documentation: { sections: [{ content: secret() }] },
  tags: `Element,${secret()}`,
  [secret()]: secret(),
});

/** A text with a secret in every place whose value has no equivalent here, and in addresses in those that have one. */
const PLANTED: readonly [name: string, importer: Importer, file: string, write: (secret: () => string) => string][] = [
  [
    'Structurizr DSL',
    STRUCTURIZR,
    'm.dsl',
    (secret) => `workspace "Model" "${secret()}" {
!const UNUSED "${secret()}"
!script groovy {
 x = "${secret()}"
}
!docs ${secret()}
properties {
 "a" "${secret()}"
}
configuration {
 users {
  a ${secret()}
 }
}
model {
 archetypes {
  store = container {
   properties {
    "k" "${secret()}"
   }
   ${secret()} "${secret()}"
  }
 }
 p = person "P" "${secret()}" "${secret()}" {
  url "https://${secret()}"
 }
 e = element "E" "${secret()}" "${secret()}" "${secret()}"
 g = group "G" {
  s = softwareSystem "S at postgres://admin:${secret()}@db/x" "See https://ada:${secret()}@example.com" "${secret()}" {
   properties {
    "password" "${secret()}"
   }
   perspectives {
    "Security" "${secret()}"
   }
   c = container "C" "From amqp://x:${secret()}@q" "${secret()}" "${secret()}" {
    d = component "D" "${secret()}" "${secret()}" "${secret()}" {
     properties {
      "k" "${secret()}"
     }
    }
    unknown "${secret()}" {
     "${secret()}" "${secret()}"
    }
    !adrs ${secret()}
   }
  }
 }
 "${secret()}"
 p -> s "${secret()}" "${secret()}" "${secret()}"
 e -> s "${secret()}"
 c -> d "${secret()}" "${secret()}"
 c -> s "${secret()}" "${secret()}"
 t = softwareSystem "T"
 c -> t "${secret()}" "${secret()} https://x:${secret()}@y" "${secret()}" {
  properties {
   "k" "${secret()}"
  }
  url "${secret()}"
 }
 c -> "${secret()} ${secret()}" "${secret()}"
 deploymentEnvironment "Live" {
  deploymentNode "N ftp://u:${secret()}@h" "${secret()}" "${secret()}" "${secret()}" {
   properties {
    "k" "${secret()}"
   }
   infrastructureNode "I" "${secret()}" "${secret()}" "${secret()}"
   containerInstance c "" "${secret()}" {
    healthCheck "H" "https://${secret()}" {
     "${secret()}"
    }
   }
  }
 }
}
views {
 image "${secret()}"
}
}`,
  ],
  [
    'Structurizr JSON',
    STRUCTURIZR,
    'm.json',
    (secret) =>
      JSON.stringify({
        name: 'Model',
        description: secret(),
        configuration: { users: [{ username: secret() }] },
        views: { systemContextViews: [{ description: secret() }] },
        model: {
          people: [
            {
              ...{ id: '1', name: 'P', description: secret(), ...extra(secret) },
              relationships: [{ destinationId: '2', sourceId: '1', description: secret(), ...extra(secret) }],
            },
          ],
          customElements: [{ id: '8', name: 'E', metadata: secret(), description: secret() }],
          softwareSystems: [
            {
              ...{ ...extra(secret), id: '2', name: `S at postgres://admin:${secret()}@db/x` },
              description: `See https://ada:${secret()}@example.com`,
              containers: [
                {
                  ...{ id: '3', name: 'C', technology: secret(), ...extra(secret) },
                  components: [{ id: '4', name: 'D', description: secret(), technology: secret(), ...extra(secret) }],
                },
              ],
            },
            {
              ...{ id: '5', name: 'T' },
              relationships: [
                { sourceId: '5', destinationId: '3', description: secret(), technology: `${secret()} https://x:${secret()}@y` },
              ],
            },
          ],
          deploymentNodes: [
            {
              ...{ name: `N ftp://u:${secret()}@h`, description: secret(), technology: secret(), ...extra(secret) },
              containerInstances: [{ containerId: '3', healthChecks: [{ url: secret() }], ...extra(secret) }],
            },
          ],
        },
      }),
  ],
  [
    'LikeC4',
    LIKEC4,
    'm.c4',
    (secret) => `
import { ${secret()} } from '${secret()}'
specification {
  element system {
    notation '${secret()}'
    style { icon ${secret()} }
    #${secret()}
  }
  relationship calls { technology '${secret()}' }
  tag ${secret()}
  ${secret()} ${secret()} { ${secret()} '${secret()}' }
}
model {
  p = actor 'P' '${secret()}' '${secret()}' {
    #${secret()}
    link https://u:${secret()}@h/x '${secret()}'
    metadata { password '${secret()}' key: '${secret()}' }
  }
  g = group 'G' {
    description '${secret()}'
    s = system 'S at postgres://admin:${secret()}@db/x' {
      description 'See https://ada:${secret()}@example.com'
      technology '${secret()}'
      icon ${secret()}
      metadata { token '''${secret()}''' }
      c = container 'C' 'From amqp://x:${secret()}@q' '${secret()}' {
        #${secret()} #${secret()}
        summary "${secret()}"
        style { color ${secret()} }
        d = component 'D' '${secret()}' '${secret()}' { metadata { k '${secret()}' } }
        '${secret()}' ${secret()}:x { '${secret()}' }
        -> d '${secret()}' '${secret()}'
      }
      // ${secret()}
      /* ${secret()} */
    }
  }
  t = system 'T'
  p -> s '${secret()}' '${secret()}' { metadata { k '${secret()}' } }
  c -[calls]-> t '${secret()}' '${secret()} https://x:${secret()}@y' {
    #${secret()}
    description '${secret()}'
    notes '${secret()}'
    link ${secret()}
    navigateTo ${secret()}
  }
  c -> https://u:${secret()}@h '${secret()}'
  extend t { metadata { k '${secret()}' } }
}
deployment {
  environment live {
    description '${secret()}'
    node n 'N ftp://u:${secret()}@h' {
      technology '${secret()}'
      metadata { k '${secret()}' }
      instanceOf c '${secret()}' { #${secret()} metadata { k '${secret()}' } }
    }
    n.c -> n '${secret()}'
  }
}
views '${secret()}' { view ${secret()} { title '${secret()}' include ${secret()} } }
global { style ${secret()} * { } }`,
  ],
  [
    'CALM',
    CALM,
    'm.json',
    (secret) => {
      const more = (): object => ({
        controls: { [secret()]: { description: secret(), requirements: [{ 'requirement-url': secret(), 'config-url': secret() }] } },
        metadata: [{ [secret()]: secret() }],
        details: { 'detailed-architecture': secret() },
        [secret()]: secret(),
      });
      const node = (id: string, type: string, description: string): object => ({
        ...{ 'unique-id': id, 'node-type': type, name: id, description },
        interfaces: [{ 'unique-id': secret(), url: `https://${secret()}`, host: secret() }],
        ...more(),
      });
      return JSON.stringify({
        nodes: [
          node('p', 'actor', secret()),
          node('a', 'service', `See https://ada:${secret()}@example.com`),
          { ...node('b', 'service', 'Asks'), name: `B at postgres://admin:${secret()}@db/x` },
          node('k', 'system', secret()),
        ],
        relationships: [
          {
            ...{ 'unique-id': secret(), description: secret(), protocol: `${secret()} HTTPS`, ...more() },
            'relationship-type': { connects: { source: { node: 'a', interfaces: [secret()] }, destination: { node: 'b' } } },
          },
          { description: secret(), 'relationship-type': { interacts: { actor: secret(), nodes: [secret()] } } },
          { description: secret(), 'relationship-type': { 'deployed-in': { container: 'k', nodes: ['a', secret()] } } },
          { description: secret(), 'relationship-type': { [secret()]: secret() } },
        ],
        flows: [{ name: secret(), description: secret() }],
        metadata: { a: secret() },
      });
    },
  ],
];

describe.each(PLANTED)('%s', (_name, importer, file, write) => {
  it('of at least 50 secrets, none occurs in the manifest, the report or an error', () => {
    const secrets: string[] = [];
    const text = write(() => {
      secrets.push(`hunter${secrets.length}secret`);
      return secrets.at(-1)!;
    });
    const imported = read(importer, file, text);
    expect(secrets.length).toBeGreaterThanOrEqual(50);
    expect(imported.manifest.dependencies).toHaveLength(1);
    const broken = outcome(importer, file, text.slice(0, -3));
    const out = `${imported.text}${JSON.stringify(imported)}${JSON.stringify(broken)}`;
    expect(secrets.filter((one) => out.includes(one))).toEqual([]);
  });
});

const MANY = 20_000;
const HUGE = 'x'.repeat(17 * 1_024 * 1_024);
/** `a`, `a.a`, `a.a.a` … */
const deepIds = (count: number): string =>
  JSON.stringify({
    elements: Object.fromEntries(Array.from({ length: count }, (_, depth) => [`a${'.a'.repeat(depth)}`, { kind: 'system' }])),
    relations: {},
  });
/** Each node is in the one before. */
const deepNodes = (count: number, type: string): string =>
  JSON.stringify({
    nodes: Array.from({ length: count }, (_, at) => ({ 'unique-id': `n${at}`, 'node-type': at === count - 1 ? 'service' : 'ecosystem' })),
    relationships: Array.from({ length: count - 1 }, (_, at) => ({
      'relationship-type': { [type]: { container: `n${at}`, nodes: [`n${at + 1}`] } },
    })),
  });
const HOSTILE: readonly [name: string, importer: Importer, file: string, text: string][] = [
  ['Structurizr DSL, nested deeply', STRUCTURIZR, 'm.dsl', `workspace {\nmodel {\n${'group "g" {\n'.repeat(MANY)}`],
  ['Structurizr DSL, huge', STRUCTURIZR, 'm.dsl', `workspace {\n${HUGE}`],
  ['Structurizr DSL, of many words', STRUCTURIZR, 'm.dsl', `workspace {\n${'a b c d\n'.repeat(130_000)}`],
  ['Structurizr DSL that includes itself', STRUCTURIZR, 'm.dsl', 'workspace {\nmodel {\n!include m.dsl\n}\n}'],
  ['Structurizr DSL that includes itself twice', STRUCTURIZR, 'm.dsl', 'workspace {\nmodel {\n!include m.dsl\n!include m.dsl\n}\n}'],
  ['Structurizr JSON, nested deeply', STRUCTURIZR, 'm.json', `{"model": {"people": ${'['.repeat(MANY)}`],
  ['Structurizr JSON, huge', STRUCTURIZR, 'm.json', `{"a": "${HUGE}"}`],
  ['LikeC4, nested deeply', LIKEC4, 'm.c4', `model {\n${'a = system { '.repeat(MANY)}`],
  ['LikeC4, huge', LIKEC4, 'm.c4', `model { ${HUGE}`],
  ['LikeC4, of many words', LIKEC4, 'm.c4', `model { ${'a b c d\n'.repeat(130_000)}`],
  ['LikeC4, with a text that does not end', LIKEC4, 'm.c4', "model { a = system 'x }"],
  ['LikeC4 JSON of long ids', LIKEC4, 'm.json', deepIds(2_000)],
  ['CALM, nested deeply', CALM, 'm.json', `{"nodes": ${'['.repeat(MANY)}`],
  ['CALM that is composed of itself deeply', CALM, 'm.json', deepNodes(2_000, 'composed-of')],
  ['CALM that is deployed in itself deeply', CALM, 'm.json', deepNodes(2_000, 'deployed-in')],
  ['LikeC4 JSON, nested deeply', LIKEC4, 'm.json', `{"elements": {"a": ${'{"a": '.repeat(MANY)}`],
];

describe('hostile models', () => {
  it.each(HOSTILE)('%s, are refused in a sentence', (_name, importer, file, text) => {
    expect(outcome(importer, file, text)).toEqual(expect.any(String));
  });

  it('constants that double each other stay short', () => {
    const constants = Array.from({ length: 60 }, (_, at) => `!const V${at + 1} "\${V${at}}\${V${at}}"`).join('\n');
    const text = `workspace "W" {\n!const V0 "xxxxxxxx"\n${constants}\nmodel {\na = softwareSystem "\${V60}"\n}\n}`;
    expect(read(STRUCTURIZR, 'm.dsl', text).text.length).toBeLessThan(20_000);
  });

  it('names of JavaScript properties are names like any others', () => {
    const lines = [
      '__proto__ = softwareSystem "constructor"',
      'toString = softwareSystem "__proto__"',
      '__proto__ -> toString "Uses"',
      'hasOwnProperty -> constructor "Uses"',
    ];
    expect(read(STRUCTURIZR, 'm.dsl', `workspace {\nmodel {\n${lines.join('\n')}\n}\n}`).manifest.dependencies).toEqual([
      { source: 'constructor', target: 'proto', dependencyType: 'Calls', mode: 'Hard' },
    ]);
    const likec4 =
      'specification { constructor toString }\nmodel { __proto__ = toString "A"\nconstructor = system "B"\n__proto__ -> constructor }';
    expect(read(LIKEC4, 'm.c4', likec4).manifest.dependencies).toEqual([
      { source: 'a', target: 'b', dependencyType: 'Calls', mode: 'Hard' },
    ]);
  });
});
