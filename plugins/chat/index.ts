import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { needs, turnTask } from './context.ts';
import { routes } from './routes.ts';
import { graph } from './schema.ts';
import { ChatService } from './service.ts';
import { chatServiceRef } from './service-ref.ts';
import { ATTEMPTS } from './turns/run.ts';

export default definePlugin({
  name: 'chat',
  contract: 1,
  needs,
  provides: chatServiceRef,
  collections,
  jobs: {
    // Mostly waiting for a model: many fit on one node. Half an answer is never begun again, so that attempts are for crashes, and for an end that could not be stored.
    turn: { input: turnTask, attempts: ATTEMPTS, concurrency: 32, run: (task, job) => job.api.run(task, job) },
  },
  graph,
  routes,
  on: { 'apps.removed': ({ appId }, chat) => chat.removeApp(appId) },
  start: (context) => new ChatService(context),
});
