import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { adds, chatConfig, needs, turnTask, workers } from './config.ts';
import { limits } from './limits/limits.ts';
import { migrations } from './migrations.ts';
import { chatRef } from './ref.ts';
import { ATTEMPTS } from './turns/run.ts';

export default definePlugin({
  name: 'chat',
  contract: 1,
  config: chatConfig,
  needs,
  provides: chatRef,
  adds,
  collections,
  limits,
  migrations,
  workers,
  async start(context) {
    const { ChatService } = await import('./service.ts');
    const chat = new ChatService(context);
    context.add('appPurges', { remove: (appId) => chat.removeApp(appId) });
    const { messageReader } = await import('./changes/message-reader.ts');
    context.add(
      'messageActions',
      messageReader((path) => context.needs.apps.filePath(path)),
    );
    return chat;
  },
  jobs: {
    // Turns mostly wait for a model: many fit on one node, and none should wait for another. A partial answer is never restarted, so
    // attempts are for crashes, and for a final state that could not be stored.
    turn: {
      input: turnTask,
      startedBy: ['builder'],
      does: 'change-app',
      actsAs: 'account',
      attempts: ATTEMPTS,
      concurrency: 200,
      run: (task, job) => job.service.run(task, job),
    },
  },
  graph: async (builder, edge) => (await import('./graphql.ts')).graph(builder, edge),
  routes: async (http, edge) => (await import('./routes.ts')).routes(http, edge),
});
