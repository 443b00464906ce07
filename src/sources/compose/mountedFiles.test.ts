/** Hosts that compose services name in mounted configuration and in the labels of proxies. */
import { expect, it } from 'vitest';
import { memoryDisk } from '@/test/memoryDisk';
import { hostsInLine } from '@/sources/words/hostNames';
import { COMPOSE } from './importCompose';
import { ImportReport } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';

function suggestions(files: Readonly<Record<string, string>>, disk: (files: Readonly<Record<string, string>>) => SourceFiles = memoryDisk) {
  const report = new ImportReport();
  COMPOSE.read(['compose.yaml'], disk(files), { name: 'shop', own: { prefix: false } }, report);
  return report.all().flatMap(({ type, message, file, line }) => (type === 'suggested' ? [`${file}:${line} ${message}`] : []));
}

const NGINX = `
# proxy_pass http://cache:6379;
upstream app {
  server api:3000;
}
server {
  location / { proxy_pass http://web:8080; }
}
`;

it('a mounted file of the source, its directory and a config are read, line by line, whatever form the mount has', () => {
  const services = `services:
  proxy:
    image: nginx
    volumes:
      - ./nginx.conf:/etc/nginx/nginx.conf:ro
      - { type: bind, source: ./conf.d, target: /etc/nginx/conf.d }
      - certificates:/etc/certificates
    configs: [upstreams, { source: written, target: /w }]
  web: { image: example/web }
  api: { image: example/api }
  cache: { image: redis }
  queue: { image: rabbitmq }
  db: { image: postgres }
configs:
  upstreams: { file: ./queue.yml }
  written: { content: "database:\\n  host: db\\n" }
`;
  const files = {
    'compose.yaml': services,
    'nginx.conf': NGINX,
    'conf.d/cache.conf': 'set $upstream redis://cache;',
    'conf.d/dump.sql': 'http://db/',
    'queue.yml': 'amqp:\n  host: "queue"\n',
  };
  expect(suggestions(files)).toEqual([
    'compose.yaml:16 proxy depends on db, because its configuration mentions it',
    'conf.d/cache.conf:1 proxy depends on cache, because cache.conf mentions it',
    'nginx.conf:4 proxy depends on api, because nginx.conf mentions it',
    'nginx.conf:7 proxy depends on web, because nginx.conf mentions it',
    'queue.yml:2 proxy depends on queue, because queue.yml mentions it',
  ]);
});

it('files elsewhere on the machine, and files that are no configuration, too large or unreadable, do not belong to the project', () => {
  const services = `services:
  proxy:
    image: nginx
    volumes: ['/etc/nginx.conf:/a', './seed.sql:/b', './large.conf:/c', './broken.conf:/d', '~/nginx.conf:/e', './missing.conf:/f']
  db: { image: postgres }
`;
  const files = {
    'compose.yaml': services,
    '/etc/nginx.conf': 'http://db:80',
    'seed.sql': 'http://db:80',
    'large.conf': 'http://db:80\n'.repeat(50_000),
    'broken.conf': 'http://db:80',
  };
  const disk = (given: Readonly<Record<string, string>>): SourceFiles => {
    const real = memoryDisk(given);
    return {
      ...real,
      read: (file) => {
        if (file === 'broken.conf') throw new Error('It is not text.');
        return real.read(file);
      },
    };
  };
  expect(suggestions(files, disk)).toEqual([]);
});

it('a proxy depends on the services that carry its labels, and on those that a label sends requests to', () => {
  const services = `services:
  proxy: { image: 'traefik:3' }
  web:
    image: example/web
    labels:
      - traefik.http.routers.web.rule=Host(\`shop.example.com\`)
      - traefik.http.middlewares.auth.forwardauth.address=http://auth:9091/verify
  auth: { image: example/auth, labels: { traefik.enable: 'false', traefik.http.routers.auth.rule: x } }
  api: { image: example/api, deploy: { labels: { traefik.http.services.api.loadbalancer.server.port: '80' } } }
`;
  expect(suggestions({ 'compose.yaml': services })).toEqual([
    'compose.yaml:6 proxy depends on web, because the label traefik.http.routers.web.rule of web mentions it',
    'compose.yaml:7 web depends on auth, because its label traefik.http.middlewares.auth.forwardauth.address mentions it',
    'compose.yaml:9 proxy depends on api, because the label traefik.http.services.api.loadbalancer.server.port of api mentions it',
  ]);
});

it.each([
  ['  host: db', ['db']],
  ['  - host: db', ['db']],
  ['"host": "db",', ['db']],
  ['redis.host = cache', ['cache']],
  ['proxy_pass http://web:8080;', ['web']],
  ['fastcgi_pass php:9000;', ['php']],
  ["- targets: ['node:9100', 'api:80']", ['node', 'api']],
  ['# host: db', []],
  ['; host = db', []],
  ['// http://db/', []],
  ['name: db', []],
  ['', []],
])('%s names %j', (line, expected) => {
  expect(hostsInLine(line)).toEqual(expected);
});

it.each(['host: ', 'a:', ' ', '- '])('a line of many "%s" is read in linear time', (part) => {
  expect(hostsInLine(part.repeat(1_000_000 / part.length))).toEqual([]);
});
