import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { needs, turnTask } from './context.ts';
import { chatRef } from './ref.ts';
import { routes } from './routes.ts';
import { graph } from './schema.ts';
import { ChatService } from './service.ts';

export default definePlugin({
  name: 'chat',
  contract: 1,
  needs,
  provides: chatRef,
  collections,
  jobs: {
    // Mostly waiting for a model: many fit on one node. Half an answer is never begun again, so that attempts are for crashes alone.
    turn: { input: turnTask, attempts: 3, concurrency: 32, run: (task, job) => (job.api as ChatService).run(task, job) },
  },
  graph,
  routes,
  start: (context) => new ChatService(context),
});
