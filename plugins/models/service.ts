import { complete, completeObject } from './complete.ts';
import type { ModelsConfig } from './config.ts';
import { openDemo } from './demo/index.ts';
import { ModelUnavailable } from './errors.ts';
import { openGateway } from './gateway.ts';
import { connectHint, infoOf, isDemo } from './info.ts';
import type { ModelsApi } from './ref.ts';

/** The configured model, or the demo assistant when none is configured. */
export function openModels(config: ModelsConfig): ModelsApi {
  const backend = isDemo(config) ? openDemo() : openGateway(config);
  return {
    ...backend,
    info: infoOf(config),
    complete: (request) => complete(backend, request),
    completeObject: (schema, request) =>
      isDemo(config) ? Promise.reject(new ModelUnavailable(`none is connected. ${connectHint}`)) : completeObject(backend, schema, request),
  };
}
