import type { Mail } from '@sayso/accounts/ref';
import type { Actor } from '@sayso/core';
import { type TestHostOptions, testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { entitiesRef } from '@sayso/entities/ref';
import models from '@sayso/models';
import plugin from '../index.ts';
import { fakeApps, user } from './apps.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the call
export type Data = any;

export interface HostOptions extends Pick<TestHostOptions, 'additions' | 'log' | 'plugins' | 'provide' | 'runJobs'> {
  /** Of all apps. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
  /** The plugin `entities` itself instead of a fake. */
  readonly hasEntities?: boolean;
  /** Gets the mails that are sent. */
  readonly mails?: Mail[];
}

/** The plugin with fake apps and the real models plugin, which is not connected unless the settings say so. */
export async function openIntegrations({
  settings,
  config,
  mails = [],
  hasEntities = false,
  plugins = [],
  provide = [],
  ...options
}: HostOptions = {}) {
  const host = await testHost(plugin, {
    provide: [...fakeApps(settings, mails).filter(([ref]) => !(hasEntities && ref.id === entitiesRef.id)), ...provide],
    plugins: [models, ...(hasEntities ? [entities] : []), ...plugins],
    config: { RATE_LIMIT: 0, APP_RATE_LIMIT: 0, MODEL_RETRY_DELAY: 1, ...config },
    ...options,
  });
  const request = (endpoint: string, parameters: object, as: Actor, more: { readonly appId?: string; readonly accept?: string } = {}) => {
    const { appId = 'app', accept = 'application/json' } = more;
    const isForm = Object.values(parameters).some((value) => value instanceof Blob);
    const body = isForm ? formOf(parameters) : JSON.stringify(parameters);
    const headers = { accept, ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const path = `/api/apps/${appId}/integration-endpoints/Core/${endpoint}`;
    return host.fetch(path, { method: 'POST', host: 'runtime', body, headers }, as);
  };
  const call = async (endpoint: string, parameters: object, as: Actor = user('app'), appId = 'app') => {
    const response = await request(endpoint, parameters, as, { appId });
    return { status: response.status, body: (await response.json()) as Data };
  };
  return {
    host,
    call,
    request,
    /** The address of a new file. */
    upload: async (file: File, as: Actor = user('app'), appId = 'app'): Promise<string> =>
      (await call('UploadFile', { file }, as, appId)).body.file_url,
    [Symbol.asyncDispose]: () => host.close(),
  };
}

function formOf(parameters: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) form.append(name, value as Blob);
  return form;
}
