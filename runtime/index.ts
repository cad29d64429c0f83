import { definePlugin } from '@sayso/core';
import { readLibraries } from './compile/libraries.ts';
import { allowedPackages, appDirectory, filePaths, runtimeRef, serverFunctions } from './ref.ts';
import { builderRoutes, runtimeRoutes } from './serve/routes.ts';
import { RuntimeService } from './service.ts';

export default definePlugin({
  name: 'runtime',
  contract: 1,
  provides: runtimeRef,
  extensionPoints: { apps: appDirectory, functions: serverFunctions, packages: allowedPackages, files: filePaths },
  routes: builderRoutes,
  runtimeRoutes,
  async start({ host, blobs, log, additions, onClose }) {
    // `npm start` and `npm test` rebuild stale libraries before; without libraries no app can be shown.
    const libraries = (await readLibraries()) ?? (await (await import('./scripts/libraries.ts')).ensureLibraries());
    const functions = () => additions.functions().flatMap((one) => one.list());
    const service = new RuntimeService({
      host,
      blobs,
      libraries,
      log,
      directory: () => additions.apps()[0] ?? null,
      functions,
      filePaths: async (text) => additions.files()[0]?.inText(text) ?? text,
      allowed: () => additions.packages()[0] ?? null,
    });
    onClose(() => service.close());
    return service;
  },
  findApp: async ({ host }, service) => (host === null ? null : ((await service.appAt(host))?.appId ?? null)),
});
