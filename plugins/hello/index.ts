import { definePlugin } from '@sayso/core';
import { z } from 'zod';
import { collections } from './collections.ts';
import { config } from './config.ts';
import { graph } from './graphql.ts';
import { hello } from './ref.ts';
import { routes } from './routes.ts';
import { createHello, workers } from './service.ts';

export default definePlugin({
  name: 'hello',
  contract: 1,
  config,
  provides: hello,
  collections,
  workers,
  start: createHello,
  jobs: {
    forget: {
      input: z.object({}),
      startedBy: ['plugin'],
      does: 'change-own',
      actsAs: 'installation',
      run: (_input, { service }) => service.forget(),
    },
  },
  graph,
  routes,
});
