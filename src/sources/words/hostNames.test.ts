import { describe, expect, it } from 'vitest';
import { hostsInCommand, hostsInVariable } from './hostNames';

describe('host names in a variable', () => {
  it.each([
    // Addresses by their form.
    ['DATABASE_URL', 'postgres://app:p@ss@db:5432/shop?sslmode=require', ['db']],
    ['SPRING_DATASOURCE_URL', 'jdbc:postgresql://db/shop', ['db']],
    ['MONGO', 'mongodb://u:p@a:27017,b:27017/x', ['a', 'b']],
    ['KAFKA_LISTENERS', 'PLAINTEXT://kafka:9092,HOST://localhost:29092', ['kafka', 'localhost']],
    ['DSN', 'user:secret@tcp(db:3306)/shop', ['db']],
    ['X', 'http://API-Gateway:80/', ['api-gateway']],
    ['X', 'postgres://u:${PASSWORD}@db/x', ['db']],
    ['X', 'zookeeper:2181', ['zookeeper']],
    ['X', 'Server=sql;Database=Shop;User Id=sa', ['sql']],
    ['X', 'host=db port=5432 dbname=shop', ['db']],
    // Addresses by the name of the variable.
    ['WORDPRESS_DB_HOST', 'db', ['db']],
    ['PGHOST', 'db', ['db']],
    ['spring.redis.host', 'cache', ['cache']],
    ['ConnectionStrings__Redis', 'cache', ['cache']],
    ['ES_HOSTS', '["es1", "es2"]', ['es1', 'es2']],
    ['MEMCACHE_SERVERS', 'm1 m2', ['m1', 'm2']],
    // What only looks like a host.
    ['MYSQL_DATABASE', 'wordpress', []],
    ['CACHE_DRIVER', 'redis', []],
    ['GHOST', 'db', []],
    ['APP_IMAGE', 'redis:7000', []],
    ['IMAGE_PROVIDER_HOST', 'images', ['images']],
    ['DB_PASSWORD', 'db:5432', []],
    ['VERSION', 'postgres:16', []],
    ['CERTIFICATE', '/etc/ssl/db:5432', []],
    ['ALLOWED_HOSTS', 'web,proxy', []],
    ['CORS_ORIGINS', 'http://web:3000', []],
    ['NO_PROXY', 'db,redis', []],
    ['KAFKA_ADVERTISED_HOST', 'kafka', []],
    ['DB_HOST', '${DB_HOST}', []],
    ['DB_HOST', 'db and more!', []],
    ['DB_HOST', '', []],
  ])('%s=%s names %j', (variable, value, expected) => {
    expect(hostsInVariable(variable, value)).toEqual(expected);
  });

  it.each([
    ['a long word', 'a'.repeat(1_000_000)],
    ['many dots', 'a.'.repeat(500_000)],
    ['many blanks', `nc ${' '.repeat(1_000_000)}`],
    ['many keys', 'host '.repeat(200_000)],
    ['many schemes', 'a://'.repeat(250_000)],
    ['many commas', 'a,'.repeat(500_000)],
    ['many at signs', '@'.repeat(1_000_000)],
  ])('%s yields no flood of names', (_name, value) => {
    expect(hostsInVariable('DB_HOST', value).length).toBeLessThan(3);
  });
});

describe('host names in a command', () => {
  it.each([
    [['wait-for-it.sh', 'db:5432', '--', 'app'], ['db']],
    [
      ['--db-host=db', '--cache-host', 'redis'],
      ['db', 'redis'],
    ],
    [['sh', '-c', 'until pg_isready -h db; do sleep 1; done'], ['db']],
    [['sh', '-c', 'until nc -z -w 2 rabbit 5672; do sleep 1; done'], ['rabbit']],
    [['sh', '-c', 'until nc -z rabbit 5672; do sleep 1; done'], ['rabbit']],
    [['redis-server', '--replicaof', 'primary', '6379'], ['primary']],
    [['--upstream=http://api:8080/'], ['api']],
    [['celery', '-A', 'app', 'worker'], []],
    [['docker', 'run', 'postgres:16'], []],
  ])('%j names %j', (words, expected) => {
    expect(hostsInCommand(words)).toEqual(expected);
  });
});
