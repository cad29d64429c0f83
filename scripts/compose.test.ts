import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../core/config/index.ts';
import { listedPlugins, loadPlugins } from '../core/plugins/index.ts';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly healthcheck?: object;
  readonly restart?: string;
}

const text = readFileSync(join(import.meta.dirname, '..', 'docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  configs: Record<string, unknown>;
};

/** Interpolates `${NAME:-default}` like compose, with no variable set. */
const defaults = (value: string): string => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

test('restarts every service', () => {
  for (const [name, { restart }] of Object.entries(compose.services)) expect([name, restart]).toEqual([name, 'unless-stopped']);
});

test('refers only to declared services and volumes', () => {
  const names = Object.keys(compose.services);
  expect(names).toEqual(expect.arrayContaining(['sayso-1', 'sayso-2', 'proxy', 'mongo', 'minio']));
  for (const { image, build, depends_on: needs = {}, volumes = [] } of Object.values(compose.services)) {
    expect(image ?? build).toBeTypeOf('string');
    for (const [need, { condition }] of Object.entries(needs)) {
      expect(names).toContain(need);
      if (condition === 'service_healthy') expect(compose.services[need]?.healthcheck).toBeDefined();
    }
    for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
  }
});

test.each(['sayso-1', 'sayso-2'])('the settings of %s are valid', async (name) => {
  const given = Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [key, defaults(value)]);
  // Passed as the `.env` file, because only there unknown keys are refused.
  const { core } = readConfig({}, await loadPlugins(listedPlugins()), Object.fromEntries(given));
  expect(core).toMatchObject({
    MONGODB_URI: 'mongodb://mongo:27017/sayso?replicaSet=rs0',
    DATA_DIR: '/data',
    ROLE: ['builder', 'runtime', 'worker'],
  });
});
