import { EventEmitter } from 'node:events';
import { type MongoClient, ObjectId, type ServerDescription } from 'mongodb';
import { expect, it } from 'vitest';
import { Primary } from './primary.ts';

const [process1, process2, term1, term2] = [new ObjectId(), new ObjectId(), new ObjectId(), new ObjectId()];

function server(type: string, { address = 'a:1', process = process1 as ObjectId | null, term = null as ObjectId | null } = {}) {
  const topologyVersion = process === null ? null : { processId: process, counter: 0 };
  return { address, type, topologyVersion, electionId: term } as unknown as ServerDescription;
}
const away = server('Unknown', { process: null });
const awayB = server('Unknown', { address: 'b:1', process: null });

it.each([
  ['a standalone server connects', [[away], [server('Standalone')]], 0],
  ['the connection breaks', [[server('Standalone')], [away], [server('Standalone')]], 0],
  ['the connection breaks twice', [[server('Standalone')], [away], [server('Standalone')], [away], [server('Standalone')]], 0],
  ['a standalone server restarts', [[server('Standalone')], [away], [server('Standalone', { process: process2 })]], 1],
  ['a standalone server restarts between two heartbeats', [[server('Standalone')], [server('Standalone', { process: process2 })]], 1],
  [
    'the connection to a server without a process id breaks',
    [[server('Standalone', { process: null })], [away], [away], [server('Standalone', { process: null })]],
    1,
  ],
  [
    'another description of a server without a process id follows',
    [[server('Standalone', { process: null })], [server('Standalone', { process: null })]],
    0,
  ],
  [
    'another server is elected',
    [
      [server('RSPrimary', { term: term1 }), server('RSSecondary', { address: 'b:1', process: process2 })],
      [away, server('RSSecondary', { address: 'b:1', process: process2 })],
      [away, server('RSPrimary', { address: 'b:1', process: process2, term: term2 })],
      [server('RSSecondary'), server('RSPrimary', { address: 'b:1', process: process2, term: term2 })],
    ],
    1,
  ],
  [
    'the same server is elected again',
    [[server('RSPrimary', { term: term1 })], [server('RSSecondary')], [server('RSPrimary', { term: term2 })]],
    1,
  ],
  [
    'a secondary is away',
    [
      [server('RSPrimary', { term: term1 }), server('RSSecondary', { address: 'b:1' })],
      [server('RSPrimary', { term: term1 }), awayB],
    ],
    0,
  ],
] as const)('reports a change of the primary once, and no other change: %s', (_, seen, changes) => {
  const client = new EventEmitter();
  const primary = new Primary(client as unknown as MongoClient);
  let count = 0;
  primary.onChange(() => count++);
  for (const servers of seen) {
    client.emit('topologyDescriptionChanged', { newDescription: { servers: new Map(servers.map((each) => [each.address, each])) } });
  }
  expect(count).toBe(changes);
  expect(primary.isHidden).toBe(false);
});

it.each(['Mongos', 'LoadBalancer'])('knows that %s hides the primary', (type) => {
  const client = new EventEmitter();
  const primary = new Primary(client as unknown as MongoClient);
  for (const each of [away, server(type)]) {
    client.emit('topologyDescriptionChanged', { newDescription: { servers: new Map([[each.address, each]]) } });
  }
  expect(primary.isHidden).toBe(true);
});
