import type { Builder, Edge } from '@sayso/core';
import type { AppIntegrations, EndpointAccess, LoggedCall } from './calls/access.ts';
import type { CallDayDocument } from './collections.ts';
import { mailFields } from './core/mail/send-email.ts';
import { packagesGraph } from './packages/graph.ts';
import type { Integrations } from './service.ts';

const MAX_DAYS = 90;
const MAX_CALLS = 200;

/** The integrations of an app: for those who build it, and changed by those who may edit it. */
export function graph(builder: Builder, edge: Edge<Integrations>): void {
  const { service } = edge;
  packagesGraph(builder, edge);
  const [endpoint, day, call] = [endpointType(builder), dayType(builder), callType(builder)];
  const integrations = builder.objectRef<AppIntegrations>('AppIntegrations').implement({
    description: 'The functions on the server that an app calls, who may call them, and how often they were called.',
    authScopes: { builder: true },
    fields: (t) => ({
      id: t.id({ description: 'Of the app.', resolve: ({ app }) => app.id }),
      endpoints: t.field({ type: [endpoint], resolve: ({ endpoints }) => [...endpoints] }),
      mailFields: t.field({
        type: ['String'],
        description: 'Columns whose addresses may get mail of the app, such as Guest.email, in rows that the caller may read.',
        resolve: ({ app }) => mailFields(app).map(({ entity, field }) => `${entity}.${field}`),
      }),
      days: t.field({
        type: [day],
        description: 'Calls by day (UTC) and endpoint, newest first. At most 90 days.',
        args: { count: t.arg.int({ defaultValue: 30 }) },
        resolve: ({ app }, { count }) => service().access.days(app, Math.min(Math.max(count ?? 30, 1), MAX_DAYS)),
      }),
      calls: t.field({
        type: [call],
        description: 'The latest calls of endpoints with limits, newest first. At most 200.',
        args: { limit: t.arg.int({ defaultValue: 50 }) },
        resolve: ({ app }, { limit }) => service().access.latest(app, Math.min(Math.max(limit ?? 50, 1), MAX_CALLS)),
      }),
    }),
  });
  builder.queryField('integrations', (t) =>
    t.field({
      type: integrations,
      description: 'The integrations of an app. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      resolve: (_root, { appId }, context) => service().access.read(context.actor, appId),
    }),
  );
  builder.mutationField('changeMailFields', (t) =>
    t.field({
      type: integrations,
      description: 'Sets the columns whose addresses may get mail of the app, such as Guest.email. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }), fields: t.arg.stringList({ required: true }) },
      resolve: (_root, { appId, fields }, context) => service().access.changeMailFields(context.actor, appId, fields),
    }),
  );
  builder.mutationField('changeIntegration', (t) =>
    t.field({
      type: integrations,
      description:
        'Opens an endpoint to visitors, and limits its calls in a day; null is the operator’s limit, what is left out stays. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: {
        appId: t.arg.id({ required: true }),
        endpoint: t.arg.string({ required: true }),
        isOpenToVisitors: t.arg.boolean(),
        perCaller: t.arg.int(),
        perApp: t.arg.int(),
      },
      resolve: (_root, { appId, endpoint: name, ...change }, context) => service().access.change(context.actor, appId, name, change),
    }),
  );
}

function endpointType(builder: Builder) {
  const calls = (what: string) => ({ nullable: true, description: what }) as const;
  return builder.objectRef<EndpointAccess>('AppIntegrationEndpoint').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Of the endpoint in this app.' }),
      name: t.exposeString('name'),
      sentence: t.exposeString('sentence', { description: 'What it does.' }),
      isOpenToVisitors: t.exposeBoolean('isOpenToVisitors', calls('Null: it is never open to visitors.')),
      perCaller: t.exposeInt('perCaller', calls('Calls of one person in a day; null: as many as the operator allows.')),
      perApp: t.exposeInt('perApp', calls('Calls of the app in a day; null: as many as the operator allows.')),
      mostPerCaller: t.exposeInt('mostPerCaller', calls('What the operator allows; null: calls are not limited.')),
      mostPerApp: t.exposeInt('mostPerApp', calls('What the operator allows; null: calls are not limited.')),
      usedToday: t.exposeInt('usedToday', { description: 'Calls of the app today (UTC) that count towards its limit.' }),
    }),
  });
}

function dayType(builder: Builder) {
  return builder.objectRef<CallDayDocument>('AppIntegrationDay').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      day: t.exposeString('day', { description: 'As 2026-01-31.' }),
      endpoint: t.exposeString('endpoint'),
      calls: t.exposeInt('calls'),
      failures: t.exposeInt('failures'),
      refusals: t.exposeInt('refusals', { description: 'Calls beyond a limit, which are not in `calls`.' }),
      retries: t.exposeInt('retries'),
      tokens: t.int({ resolve: ({ promptTokens, completionTokens }) => promptTokens + completionTokens }),
      cost: t.exposeFloat('cost', { description: 'In dollars, of the calls with known prices.' }),
      unpriced: t.exposeInt('unpriced', { description: 'Calls of a model whose price is not known.' }),
    }),
  });
}

function callType(builder: Builder) {
  const states = ['running', 'done', 'failed'] as const;
  const state = builder.enumType('IntegrationCallState', { values: states });
  return builder.objectRef<LoggedCall>('AppIntegrationCall').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.exposeID('_id'),
      endpoint: t.exposeString('endpoint'),
      at: t.field({ type: 'DateTime', resolve: ({ at }) => at }),
      state: t.expose('state', { type: state }),
      callerName: t.exposeString('callerName', { nullable: true, description: 'Null for a visitor.' }),
      isVisitor: t.boolean({ resolve: ({ caller }) => caller === 'visitor' }),
      isDraft: t.exposeBoolean('isDraft', { description: 'Called from a preview.' }),
      message: t.exposeString('message', { nullable: true, description: 'Why it failed.' }),
      milliseconds: t.exposeInt('milliseconds', { nullable: true, description: 'Null while it runs.' }),
      retries: t.exposeInt('retries'),
      model: t.exposeString('model', { nullable: true }),
      tokens: t.int({ resolve: ({ promptTokens, completionTokens }) => promptTokens + completionTokens }),
      cost: t.exposeFloat('cost', { nullable: true, description: 'In dollars; null when the price of the model is not known.' }),
    }),
  });
}
