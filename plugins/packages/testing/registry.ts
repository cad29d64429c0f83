import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { integrityOf, type TarballFile, tarballOf } from '@sayso/runtime/testing';

/** A version of a package of the registry. */
export interface RegistryPackage {
  readonly version?: string;
  /** Fields of package.json, and of the registry's document. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, TarballFile>>;
  /** In place of the true one. */
  readonly integrity?: string;
  /** In place of the registry's own. */
  readonly tarball?: string;
}

export interface TestRegistry extends AsyncDisposable {
  readonly url: string;
  /** Requested paths, with the `authorization` header where there was one. */
  readonly requests: readonly string[];
  /** Adds versions of a package; the last one is the latest. */
  add(name: string, ...versions: readonly RegistryPackage[]): Promise<void>;
  /** Answers a path only after `release`. */
  hold(path: string): { release(): void };
  /** Answers a path with this instead. */
  answer(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void;
}

/** An npm registry on this machine, with packages that are made in the test. */
export async function startRegistry(): Promise<TestRegistry> {
  const documents = new Map<string, unknown>();
  const tarballs = new Map<string, Uint8Array>();
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const requests: string[] = [];
  const held = new Map<string, Promise<void>>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const { authorization } = request.headers;
    requests.push(authorization === undefined ? path : `${path} ${authorization}`);
    await held.get(path);
    const handler = handlers.get(path);
    if (handler !== undefined) return handler(request, response);
    const tarball = tarballs.get(path);
    if (tarball !== undefined) return void response.end(tarball);
    const document = documents.get(decodeURIComponent(path.slice(1)));
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    requests,
    async add(name, ...given) {
      const versions: Record<string, unknown> = {};
      for (const { version = '1.0.0', manifest = {}, files, integrity, tarball: address } of given) {
        const own = { name, version, license: 'MIT', ...manifest };
        const tarball = await tarballOf({ 'package.json': JSON.stringify(own), ...files });
        const path = `/${name}/-/${version}.tgz`;
        tarballs.set(path, tarball);
        versions[version] = {
          ...own,
          dist: { tarball: address ?? `${url.slice(0, -1)}${path}`, integrity: integrity ?? integrityOf(tarball) },
        };
      }
      documents.set(name, { name, 'dist-tags': { latest: Object.keys(versions).at(-1) }, versions });
    },
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return { release: resolve };
    },
    answer(path, handler) {
      handlers.set(path, handler);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
