import { randomUUID } from 'node:crypto';
import { type TestHostOptions, testHost } from '@sayso/core/testing';
import models from '@sayso/models';
import { modelsRef } from '@sayso/models/ref';
import plugin from '../index.ts';
import type { ChatMode } from '../ref.ts';
import type { TurnView } from '../turns/view.ts';
import { appsGraph } from './apps-graph.ts';
import { ada, neighbours, type Script } from './fakes.ts';

export const SETTLED = ['ready', 'failed', 'stopped', 'truncated', 'waiting'] as const;

/** The chat on a real store, with running jobs and fakes of the other plugins. */
export async function openChat(...scripts: Script[]) {
  const fakes = neighbours();
  fakes.models.scripts.push(...scripts);
  return open(fakes, { provide: [...fakes.provide], plugins: [appsGraph] });
}

/** The same with these limits of messages. */
export async function openLimitedChat(config: { readonly CHAT_MESSAGES_PER_DAY?: number; readonly CHAT_MESSAGES_PER_MONTH?: number }) {
  const fakes = neighbours();
  return open(fakes, { provide: [...fakes.provide], plugins: [appsGraph], config });
}

/** The same with the real models plugin, connected to this URL. */
export async function openConnectedChat(modelUrl: string, more: { readonly MODEL_IMAGES?: 'on' | 'off' } = {}) {
  const fakes = neighbours();
  const provide = fakes.provide.filter(([ref]) => ref !== modelsRef);
  const config = { OPENAI_BASE_URL: modelUrl, OPENAI_MODEL: 'small', MODEL_RETRY_DELAY: 1, MODEL_IDLE_TIMEOUT: 300, ...more };
  return open(fakes, { provide, plugins: [appsGraph, models], config });
}

async function open(fakes: ReturnType<typeof neighbours>, options: TestHostOptions) {
  const faults = { storeNoJobs: false };
  const host = await testHost(plugin, {
    ...options,
    runJobs: true,
    wrap: (engines) => ({
      ...engines,
      jobs: {
        ...engines.jobs,
        enqueue: (...given) => (faults.storeNoJobs ? Promise.reject(new Error('The store is away.')) : engines.jobs.enqueue(...given)),
      },
    }),
  });
  const chat = host.service();
  return {
    ...fakes,
    host,
    chat,
    /** Set `storeNoJobs` to make `enqueue` fail. */
    faults,
    send: (content: string, clientId: string = randomUUID(), mode: ChatMode = 'build') =>
      chat.send(ada, { appId: 'app-1', content, clientId, mode }),
    /** Waits until the turn has one of the statuses; default: until it has settled. */
    async until(turnId: string, ...statuses: readonly TurnView['status'][]): Promise<TurnView> {
      const wanted: readonly TurnView['status'][] = statuses.length === 0 ? SETTLED : statuses;
      const signal = AbortSignal.timeout(15_000);
      for await (const news of await chat.follow(ada, { appId: 'app-1', turnId, signal })) {
        if (news.turn === null || !wanted.includes(news.turn.status)) continue;
        const turn = await chat.turn(ada, turnId);
        if (wanted.includes(turn.status)) return turn;
      }
      throw new Error(`The turn did not become ${wanted.join(' or ')}.`);
    },
    /** Waits until the message contains the text. */
    async untilText(turnId: string, text: string): Promise<void> {
      const signal = AbortSignal.timeout(15_000);
      for await (const _ of await chat.follow(ada, { appId: 'app-1', turnId, signal })) {
        if ((await chat.turn(ada, turnId)).assistantMessage.content.includes(text)) return;
      }
      throw new Error(`The message never contained ${text}.`);
    },
    [Symbol.asyncDispose]: () => host.close(),
  };
}

/** An `add_file` action, as a model writes it. */
export function addFile(file: string, content: string, attributes = ''): string {
  return `<action type="add_file" file="${file}" title="Write ${file}"${attributes}>\n${content}\n</action>\n`;
}

export function addTable(name: string, permissions?: object): string {
  const access = permissions === undefined ? {} : { 'x-accessControl': { permissions } };
  const schema = { type: 'object', properties: { title: { type: 'string' } }, ...access };
  return `<action type="add_entity" file="entities/${name}.json" title="Table ${name}">\n${JSON.stringify(schema)}\n</action>\n`;
}

export function action(type: string, file: string, content: string): string {
  return `<action type="${type}" file="${file}" title="${type} ${file}">\n${content}\n</action>\n`;
}

export function edit(file: string, search: string, replace: string): string {
  return action('edit_file', file, `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`);
}
