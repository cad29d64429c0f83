import type { Builder, Edge } from '@sayso/core';
import type { AppUse } from './collections.ts';
import type { TestedFunction } from './ref.ts';
import type { Functions } from './service.ts';

/** The server functions of an app, for the people who build it. */
export function graph(builder: Builder, { service }: Edge<Functions>): void {
  const { AppFunction, FunctionRun, TestedRun, EnvironmentVariable } = addTypes(builder);
  builder.queryFields((t) => ({
    appFunctions: t.field({
      type: [AppFunction],
      description: 'The server functions of the current version, by name. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      resolve: (_root, { appId: id }, { actor }) => service().list(actor, id),
    }),
    functionVariables: t.field({
      type: [EnvironmentVariable],
      description: 'What the functions of an app read by name. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      resolve: (_root, { appId: id }, { actor }) => service().variables(actor, id),
    }),
    functionRuns: t.field({
      type: [FunctionRun],
      description: 'Runs of the functions of an app, newest first: at most 50. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: {
        appId: t.arg.id({ required: true }),
        name: t.arg.string({ description: 'Only of this function.' }),
        before: t.arg.id({ description: 'Only runs before this one.' }),
      },
      resolve: (_root, { appId: id, name, before }, { actor }) =>
        service().runs(actor, id, { name: name ?? undefined, before: before ?? undefined }),
    }),
  }));
  builder.mutationFields((t) => ({
    allowFunction: t.field({
      type: AppFunction,
      description: 'Allows a function more than its caller may, or takes that back; what is left out stays. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: {
        appId: t.arg.id({ required: true }),
        name: t.arg.string({ required: true }),
        asApp: t.arg.boolean({ description: 'Read and write all rows as the app, and run by its schedule and by changes of rows.' }),
        visitors: t.arg.boolean({ description: 'Callers without an account may call it.' }),
        isPaused: t.arg.boolean({ description: 'Its schedule and changes of rows do not start it.' }),
        hosts: t.arg.stringList({ description: 'Names of the servers that it may call.' }),
        shown: t.arg.string({
          description: 'Of the function that was shown. It is refused when its code is another one by now. Default: its code of now.',
        }),
      },
      resolve: (_root, { asApp, visitors, isPaused, hosts, shown, ...of }, { actor }) =>
        service().allow(actor, {
          ...of,
          asApp: asApp ?? undefined,
          visitors: visitors ?? undefined,
          isPaused: isPaused ?? undefined,
          hosts: hosts ?? undefined,
          shown: shown ?? undefined,
        }),
    }),
    setFunctionVariable: t.field({
      type: EnvironmentVariable,
      description: 'Sets what the functions of an app read by a name. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: {
        appId: t.arg.id({ required: true }),
        name: t.arg.string({ required: true }),
        value: t.arg.string({ required: true }),
        isSecret: t.arg.boolean({ required: true, description: 'Encrypted; no one can read it again.' }),
        hosts: t.arg.stringList({
          description: 'The servers that a secret is for. Default: those that the functions which read it may call.',
        }),
      },
      resolve: (_root, { hosts, ...variable }, { actor }) => service().setVariable(actor, { ...variable, hosts: hosts ?? undefined }),
    }),
    removeFunctionVariable: t.field({
      type: [EnvironmentVariable],
      description: 'Removes a variable; answers the remaining ones. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
      resolve: (_root, { appId: id, name }, { actor }) => service().removeVariable(actor, id, name),
    }),
    testFunction: t.field({
      type: TestedRun,
      description: 'Runs a function of the current version with draft rows, as the caller. access: builder',
      does: 'spend',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }), name: t.arg.string({ required: true }), input: t.arg({ type: 'JSON' }) },
      resolve: (_root, { appId: id, name, input }, { actor }) => service().test(actor, id, name, input ?? {}),
    }),
  }));
  builder.subscriptionField('functionRan', (t) =>
    t.string({
      description: 'The name of a function of the app after each of its runs; `*` after missed ones. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      subscribe: (_root, { appId: id }, { actor, signal }) => service().watch(actor, id, signal),
      resolve: (name) => name,
    }),
  );
}

function addTypes(builder: Builder) {
  const outcome = builder.enumType('FunctionOutcome', { values: ['done', 'failed', 'stopped'] as const });
  const trigger = builder.enumType('FunctionTrigger', { values: ['call', 'test', 'schedule', 'row'] as const });
  const level = builder.enumType('LogLevel', { values: ['log', 'warn', 'error'] as const });
  const line = builder.objectRef<{ level: 'log' | 'warn' | 'error'; text: string }>('LogLine').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ level: t.expose('level', { type: level }), text: t.exposeString('text') }),
  });
  const FunctionRun = builder.objectType('FunctionRun', {
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.id({ resolve: ({ _id }) => _id }),
      name: t.exposeString('name'),
      trigger: t.expose('trigger', { type: trigger }),
      isDraft: t.exposeBoolean('isDraft', { description: 'Whether it used the rows of the preview.' }),
      startedAt: t.expose('startedAt', { type: 'DateTime' }),
      milliseconds: t.exposeInt('milliseconds'),
      outcome: t.expose('outcome', { type: outcome }),
      error: t.string({ nullable: true, resolve: ({ error }) => error?.message ?? null }),
      errorFile: t.string({ nullable: true, description: 'Path of the file.', resolve: ({ error }) => error?.file ?? null }),
      errorLine: t.int({ nullable: true, description: 'From 1.', resolve: ({ error }) => error?.line ?? null }),
      logs: t.field({ type: [line], resolve: ({ logs }) => logs }),
      refusedHosts: t.stringList({
        description: 'Servers that it called and may not call, also when its code hides that.',
        resolve: ({ refusedHosts = [] }) => [...refusedHosts],
      }),
    }),
  });
  const use = builder.objectRef<AppUse>('FunctionAppUse').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ table: t.exposeString('table'), reads: t.exposeBoolean('reads'), changes: t.exposeBoolean('changes') }),
  });
  const AppFunction = builder.objectType('AppFunction', {
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name'),
      schedule: t.exposeString('schedule', { nullable: true, description: 'Cron expression of five fields.' }),
      timeZone: t.exposeString('timeZone'),
      isScheduleValid: t.exposeBoolean('isScheduleValid'),
      on: t.stringList({ description: 'Changes of rows that start it, such as `Order.created`.', resolve: ({ on }) => [...on] }),
      wantsApp: t.exposeBoolean('wantsApp', { description: 'Whether it asks to run as the app.' }),
      appUses: t.field({
        type: [use],
        description: 'What its code does with rows as the app; empty where it does not name the tables.',
        resolve: ({ appUses }) => [...appUses],
      }),
      wantsMore: t.exposeBoolean('wantsMore', {
        description: 'Whether it uses more as the app than was shown when that was allowed. It does not before that is allowed, too.',
      }),
      moreUses: t.field({
        type: [use],
        description: 'What more that is; empty where its code does not name the tables.',
        resolve: ({ moreUses }) => [...moreUses],
      }),
      shown: t.exposeString('shown', { description: 'Digest of its code; for `allowFunction`.' }),
      wantsHosts: t.stringList({ description: 'Servers that it asks to call.', resolve: ({ wantsHosts }) => [...wantsHosts] }),
      wantsVariables: t.stringList({
        description: 'Names of variables that it reads.',
        resolve: ({ wantsVariables }) => [...wantsVariables],
      }),
      asApp: t.boolean({ description: 'Whether it may run as the app.', resolve: ({ allowed }) => allowed.asApp }),
      visitors: t.boolean({ description: 'Whether callers without an account may call it.', resolve: ({ allowed }) => allowed.visitors }),
      isPaused: t.boolean({ resolve: ({ allowed }) => allowed.isPaused }),
      hosts: t.stringList({ description: 'Servers that it may call.', resolve: ({ allowed }) => [...allowed.hosts] }),
      nextAt: t.expose('nextAt', { type: 'DateTime', nullable: true, description: 'When its schedule starts it next.' }),
      lastRun: t.expose('lastRun', { type: FunctionRun, nullable: true }),
    }),
  });
  const EnvironmentVariable = builder.objectType('EnvironmentVariable', {
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      isSecret: t.exposeBoolean('isSecret'),
      value: t.exposeString('value', { nullable: true, description: 'Null for a secret.' }),
      hosts: t.stringList({
        nullable: true,
        description: 'The servers that a secret was entered for: it is sent to no other. Null for a value that is no secret.',
        resolve: ({ isSecret, hosts }) => (isSecret ? [...hosts] : null),
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    }),
  });
  const TestedRun = builder.objectRef<TestedFunction>('TestedFunction').implement({
    authScopes: { builder: true },
    fields: (t) => ({
      run: t.field({ type: FunctionRun, resolve: ({ run }) => run }),
      answer: t.exposeString('answer', { nullable: true, description: 'The body of its answer; null when it failed.' }),
    }),
  });
  return { AppFunction, FunctionRun, TestedRun, EnvironmentVariable };
}
