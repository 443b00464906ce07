/** Contacts and references from every source that has a place for them, and what becomes of an address that nobody should open. */
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { IMPORTERS } from './importers';
import { ImportReport } from './proposal/importReport';

interface Case {
  source: string;
  kind: string;
  file: string;
  /** With a runbook at `url`, and the contact #web if the source has contacts. */
  write(url: string): string;
  contact: string | undefined;
  line: number;
}

const CASES: readonly Case[] = [
  {
    ...{ source: 'Backstage', kind: 'backstage', file: 'c.yaml', contact: '#web', line: 6 },
    write: (url) => `apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: web
  annotations: { faultline.io/contact: '#web' }
  links: [{ url: '${url}', title: Runbook }]
spec: { type: service }
`,
  },
  {
    ...{ source: 'Structurizr DSL, properties', kind: 'structurizr', file: 'w.dsl', contact: '#web', line: 7 },
    write: (url) => `workspace {
model {
s = softwareSystem "S" {
web = container "web" {
properties {
contact "#web"
runbook "${url}"
}
}
}
}
}`,
  },
  {
    ...{ source: 'Structurizr DSL, url', kind: 'structurizr', file: 'w.dsl', contact: undefined, line: 5 },
    write: (url) => `workspace {
model {
s = softwareSystem "S" {
web = container "web" {
url "${url}"
}
}
}
}`,
  },
  {
    ...{ source: 'Structurizr JSON', kind: 'structurizr', file: 'w.json', contact: '#web', line: 2 },
    write: (url) => `{"model":{"softwareSystems":[{"id":"1","name":"S","containers":[{"id":"2","name":"web",
"url":"${url}","properties":{"Slack channel":"#web"}}]}]}}`,
  },
  {
    ...{ source: 'LikeC4', kind: 'likec4', file: 'm.c4', contact: '#web', line: 4 },
    write: (url) => `model {
s = system 'S' {
web = container 'web' {
link ${url} 'Runbook'
metadata { contact '#web' }
}
}
}`,
  },
  {
    ...{ source: 'LikeC4 JSON', kind: 'likec4', file: 'm.json', contact: '#web', line: 2 },
    write: (
      url,
    ) => `{"elements":{"s":{"kind":"system","title":"S"},"s.web":{"kind":"container","title":"web","metadata":{"contact":"#web"},"links":[
{"url":"${url}","title":"Runbook"}]}},"relations":{}}`,
  },
  {
    ...{ source: 'CALM', kind: 'calm', file: 'a.json', contact: '#web', line: 3 },
    write: (url) => `{"nodes":[{"unique-id":"w","node-type":"service","name":"web","metadata":[
{"contact":"#web"},
{"runbook":"${url}"}]}],"relationships":[]}`,
  },
  {
    ...{ source: 'ArchiMate', kind: 'archimate', file: 'm.xml', contact: '#web', line: 5 },
    write: (url) => `<model xmlns="http://www.opengroup.org/xsd/archimate/3.0/" xmlns:xsi="x"><elements>
<element identifier="o" xsi:type="ApplicationComponent"><name>outer</name></element>
<element identifier="w" xsi:type="ApplicationComponent"><name>web</name><properties>
<property propertyDefinitionRef="p2"><value>#web</value></property>
<property propertyDefinitionRef="p1"><value xml:lang="en">${url}</value></property>
</properties></element></elements><relationships><relationship identifier="r" source="o" target="w" xsi:type="Composition"/></relationships>
<propertyDefinitions><propertyDefinition identifier="p1" type="string"><name>Runbook</name></propertyDefinition><propertyDefinition identifier="p2" type="string"><name>Contact</name></propertyDefinition></propertyDefinitions></model>`,
  },
  {
    ...{ source: 'OpsLevel', kind: 'catalog', file: 'opslevel.yml', contact: undefined, line: 5 },
    write: (url) => `version: 1
service:
  name: web
  tools:
    - { name: Runbook, category: runbooks, url: '${url}' }
`,
  },
  {
    ...{ source: 'Compass', kind: 'catalog', file: 'compass.yml', contact: undefined, line: 4 },
    write: (url) => `configVersion: 1
name: web
links:
  - { name: If it fails, type: RUNBOOK, url: '${url}' }
`,
  },
  {
    ...{ source: 'Datadog v2', kind: 'catalog', file: 's.yaml', contact: '#web, ada@example.test', line: 3 },
    write: (url) => `dd-service: web
links:
  - { name: Runbook, type: runbook, url: '${url}' }
contacts: [{ type: slack, contact: '#web' }, { type: email, contact: ada@example.test }]
`,
  },
  {
    ...{ source: 'Datadog v3', kind: 'catalog', file: 's.yaml', contact: '#web', line: 6 },
    write: (url) => `apiVersion: v3
kind: service
metadata:
  name: web
  links:
    - { name: Runbook, type: runbook, url: '${url}' }
  contacts: [{ contact: '#web' }]
`,
  },
  {
    ...{ source: 'Cortex', kind: 'catalog', file: 'cortex.yaml', contact: '#web', line: 4 },
    write: (url) => `info:
  x-cortex-tag: web
  x-cortex-link:
    - { name: Runbook, type: runbook, url: '${url}' }
  x-cortex-slack: { channels: [{ name: '#web' }] }
`,
  },
  {
    ...{ source: 'Port', kind: 'catalog', file: 'p.yaml', contact: '#web', line: 5 },
    write: (url) => `identifier: web
blueprint: service
properties:
  slack: '#web'
  runbook: '${url}'
`,
  },
  {
    ...{ source: 'tables', kind: 'table', file: 'systems.csv', contact: '#web', line: 2 },
    write: (url) => `name,application,contact,runbook\nweb,s,#web,${url}\n`,
  },
  {
    ...{ source: 'Kubernetes', kind: 'kubernetes', file: 'k.yaml', contact: '#web', line: 6 },
    write: (url) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    faultline.io/runbook: '${url}'
    faultline.io/contact: '#web'
spec: { template: { metadata: { labels: { app: web } }, spec: { containers: [] } } }
`,
  },
  {
    ...{ source: 'the convention a8r.io on a Service', kind: 'kubernetes', file: 'k.yaml', contact: '#web', line: 9 },
    write: (url) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { template: { metadata: { labels: { app: web } }, spec: { containers: [] } } }
---
apiVersion: v1
kind: Service
metadata:
  annotations: { a8r.io/runbook: '${url}', a8r.io/chat: '#web' }
  name: web-service
spec: { selector: { app: web } }
`,
  },
];

function read({ kind, file, write }: Case, url: string) {
  const importer = IMPORTERS.find((one) => one.kind === kind)!;
  const imported = importer.read([file], memoryDisk({ [file]: write(url) }), { name: 'x', own: {} }, new ImportReport());
  const components = (imported.manifest.applications ?? []).flatMap((application) => application.components ?? []);
  return { imported, web: components.find(({ name }) => name === 'web') };
}

describe.each(CASES.map((one) => [one.source, one] as const))('%s', (_, one) => {
  it('gives a component its runbook and contact', () => {
    const { web } = read(one, 'https://wiki.example.test/web');
    const kind = one.source.endsWith('url') || one.source === 'Structurizr JSON' ? 'Other' : 'Runbook';
    expect([web?.contact, web?.references]).toEqual([
      one.contact,
      [{ kind, label: expect.any(String), url: 'https://wiki.example.test/web' }],
    ]);
  });

  it.each(['javascript:alert(1)', 'https://ada:s3cr3t@example.test/x'])('reports %s with its line, and never keeps or shows it', (url) => {
    const { web, imported } = read(one, url);
    expect(web?.references).toBeUndefined();
    const told = imported.report.filter(({ sort }) => sort === 'links that cannot be references');
    expect(told.map(({ file, line }) => `${file}:${line}`)).toEqual([`${one.file}:${one.line}`]);
    expect(`${imported.text}${JSON.stringify(imported.report)}`).not.toContain(url);
  });
});
