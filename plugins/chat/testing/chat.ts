import { testHost } from '@sayso/core/testing';
import plugin from '../index.ts';
import { chatRef } from '../ref.ts';
import type { ChatService } from '../service.ts';
import type { TurnView } from '../turns/view.ts';
import { ada, neighbours, type Script } from './fakes.ts';

/** The chat over a real store, with jobs that run and scripted neighbours. */
export async function openChat(...scripts: Script[]) {
  const around = neighbours();
  around.models.scripts.push(...scripts);
  const host = await testHost(plugin, { provide: [...around.provide], runJobs: true });
  const chat = host.service(chatRef) as ChatService;
  let count = 0;
  return {
    ...around,
    host,
    chat,
    send: (content: string, clientId = `client-${(count += 1)}`) => chat.send(ada, { appId: 'app-1', content, clientId }),
    /** The turn once it is as described. */
    async until(turnId: string, ...statuses: readonly TurnView['status'][]): Promise<TurnView> {
      const signal = AbortSignal.timeout(15_000);
      for await (const news of await chat.follow(ada, { appId: 'app-1', turnId, signal })) {
        if (news.turn !== null && statuses.includes(news.turn.status)) {
          const turn = await chat.turn(ada, turnId);
          if (statuses.includes(turn.status)) return turn;
        }
      }
      throw new Error(`The turn did not become ${statuses.join(' or ')}.`);
    },
    [Symbol.asyncDispose]: () => host.close(),
  };
}

/** Files as actions in a model's words. */
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
