import type { Builder, Edge } from '@sayso/core';
import type { ModelsInfo, Refusal } from './ref.ts';
import type { ModelsService } from './service.ts';
import type { ConnectionInput } from './settings/input.ts';
import type { ConnectionView } from './settings/settings.ts';
import type { ConnectionTest, ModelListing } from './settings/trial.ts';

declare module '@sayso/core' {
  interface GraphObjects {
    AssistantInfo: ModelsInfo;
    AssistantRefusal: Refusal;
  }
}

/** `Query.assistant`: what answers in the chat. The rest is for admins: the connection of the model. */
export function addModelsGraph(builder: Builder, { service: models }: Edge<ModelsService>): void {
  builder.objectType('AssistantRefusal', {
    description: 'Why a first request will make no app, and what to ask for instead.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      text: t.exposeString('text'),
      suggestions: t.field({ type: ['String'], resolve: ({ suggestions }) => [...suggestions] }),
    }),
  });
  builder.objectType('AssistantInfo', {
    authScopes: { builder: true },
    fields: (t) => ({
      isDemo: t.exposeBoolean('isDemo', {
        description: 'True for an assistant that works by rules, without a language model.',
      }),
      label: t.exposeString('label', { description: "As shown to the builder, such as the model's name." }),
      model: t.exposeString('model'),
      hint: t.exposeString('hint', { nullable: true, description: 'How to connect a real model; null when one is connected.' }),
      takesPictures: t.boolean({
        description: 'Whether messages may have pictures.',
        resolve: ({ capabilities }) => capabilities.images ?? false,
      }),
      refusal: t.field({
        type: 'AssistantRefusal',
        nullable: true,
        description: 'Asked before an app is made for a request: what it would be refused with. Null when the request is to be tried.',
        args: { request: t.arg.string({ required: true }) },
        resolve: (_info, { request }) => models().refusal(request),
      }),
      examplePrompts: t.field({ type: ['String'], resolve: (info) => [...info.examplePrompts] }),
    }),
  });
  builder.queryField('assistant', (t) =>
    t.field({
      type: 'AssistantInfo',
      does: 'look',
      authScopes: { builder: true },
      description: 'What answers in the chat. access: builder',
      resolve: () => models().info(),
    }),
  );
  addConnection(builder, models);
}

function addConnection(builder: Builder, models: () => ModelsService): void {
  const view = addView(builder);
  const input = builder.inputType('ModelConnectionInput', {
    description: 'A field that is left out stays as it is; null removes what was saved.',
    fields: (t) => ({
      endpoint: t.string({ description: 'Address of an OpenAI-compatible endpoint; null: that of OpenAI.' }),
      key: t.string({ description: 'Is stored encrypted and never sent back.' }),
      model: t.string(),
    }),
  });
  const arg = { type: input, required: true } as const;
  const listing = builder.objectRef<ModelListing>('ModelListing').implement({
    authScopes: { admin: true },
    fields: (t) => ({
      models: t.field({ type: ['String'], description: 'Empty when the endpoint lists none.', resolve: (found) => [...found.models] }),
      problem: t.exposeString('problem', { nullable: true, description: 'Why there is no list.' }),
      detail: t.exposeString('detail', { nullable: true }),
    }),
  });
  const test = builder.objectRef<ConnectionTest>('ModelTest').implement({
    authScopes: { admin: true },
    fields: (t) => ({
      isOk: t.exposeBoolean('isOk'),
      message: t.exposeString('message'),
      detail: t.exposeString('detail', { nullable: true, description: 'What the model or the endpoint said.' }),
    }),
  });

  builder.queryField('modelConnection', (t) =>
    t.field({
      type: view,
      does: 'look',
      authScopes: { admin: true },
      description: 'Which model is connected. access: admin',
      resolve: () => models().settings.view(),
    }),
  );
  builder.mutationFields((t) => ({
    saveModelConnection: t.field({
      type: view,
      does: 'administer',
      authScopes: { admin: true },
      description: 'Connects a model, from the next message on and on every node. access: admin',
      args: { input: t.arg(arg) },
      resolve: async (_root, args, context) => {
        const { settings } = models();
        await settings.save(given(args.input), context.actor.kind === 'account' ? context.actor.id : '');
        return settings.view();
      },
    }),
    listModels: t.field({
      type: listing,
      does: 'administer',
      authScopes: { admin: true },
      description: 'Asks an endpoint for its models before it is saved. access: admin',
      args: { input: t.arg(arg) },
      resolve: (_root, args) => models().trial.list(given(args.input)),
    }),
    testModelConnection: t.field({
      type: test,
      does: 'administer',
      authScopes: { admin: true },
      description: 'Asks a model for one word before it is saved. access: admin',
      args: { input: t.arg(arg) },
      resolve: (_root, args, context) => models().trial.test(given(args.input), context.signal),
    }),
  }));
}

function addView(builder: Builder) {
  const variable = 'The environment variable that decides it; null when an admin does.';
  return builder.objectRef<ConnectionView>('ModelConnection').implement({
    authScopes: { admin: true },
    fields: (t) => ({
      isConnected: t.exposeBoolean('isConnected', {
        description: 'False while no endpoint is chosen; a backend of another plugin may answer then.',
      }),
      endpoint: t.exposeString('endpoint', { nullable: true }),
      model: t.exposeString('model'),
      hasKey: t.exposeBoolean('hasKey'),
      keyEnding: t.exposeString('keyEnding', { nullable: true, description: 'The last characters of the key; null for a short one.' }),
      keyProblem: t.exposeString('keyProblem', { nullable: true, description: 'Why the saved key is not used.' }),
      endpointVariable: t.exposeString('endpointVariable', { nullable: true, description: variable }),
      keyVariable: t.exposeString('keyVariable', { nullable: true, description: variable }),
      modelVariable: t.exposeString('modelVariable', { nullable: true, description: variable }),
      firstTokenTimeout: t.exposeFloat('firstTokenTimeout', {
        description: 'How long the chat waits for the first word, in seconds: OPENAI_FIRST_TOKEN_TIMEOUT.',
      }),
    }),
  });
}

type Given = { readonly [K in keyof ConnectionInput]: ConnectionInput[K] | undefined };

/** Drops omitted fields, which stay as they are. */
function given({ endpoint, key, model }: Given): ConnectionInput {
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(key === undefined ? {} : { key }),
    ...(model === undefined ? {} : { model }),
  };
}
