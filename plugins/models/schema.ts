import type { Builder } from '@sayso/core';
import { type ModelsInfo, modelsRef } from './ref.ts';

declare module '@sayso/core' {
  interface GraphObjects {
    AssistantInfo: ModelsInfo;
  }
}

/** `Query.assistant`: who answers in the chat. */
export function addModelsGraph(builder: Builder): void {
  builder.objectType('AssistantInfo', {
    fields: (t) => ({
      isDemo: t.exposeBoolean('isDemo', {
        description: 'True for the built-in demo assistant, which works by rules and without a model.',
      }),
      label: t.exposeString('label', { description: "As shown to the builder, such as `Demo assistant` or the model's name." }),
      model: t.exposeString('model'),
      hint: t.exposeString('hint', { nullable: true, description: 'How to connect a real model; null when one is connected.' }),
      examplePrompts: t.field({ type: ['String'], resolve: (info) => [...info.examplePrompts] }),
    }),
  });
  builder.queryField('assistant', (t) =>
    t.field({
      type: 'AssistantInfo',
      authScopes: { account: true },
      description: 'What answers in the chat. access: account',
      resolve: (_root, _args, context) => context.get(modelsRef).info,
    }),
  );
}
