import type { Builder } from '@sayso/core';
import type { Source } from '@sayso/models/ref';
import { countLines } from '../output/content.ts';
import type { Action } from '../ref.ts';
import type { ChatService } from '../service.ts';
import type { TurnNews } from './follow.ts';
import type { TurnView } from './view.ts';

interface CountedAction extends Action {
  readonly lines: number;
}

declare module '@sayso/core' {
  interface GraphObjects {
    Action: CountedAction;
    Turn: TurnView;
  }
}

const authScopes = { builder: true };

/** The turns of an app, what builders do with them, and their events. */
export function addTurns(builder: Builder, chat: () => ChatService): void {
  addAction(builder);
  addTurn(builder, chat);
  addMutations(builder, chat);
  addEvents(builder, chat);
}

function addAction(builder: Builder): void {
  const status = builder.enumType('ActionStatus', { values: ['streaming', 'complete', 'truncated', 'failed'] as const });
  builder.objectType('Action', {
    extensions: { access: 'parent' },
    fields: (t) => ({
      type: t.exposeString('type', {
        description:
          '`add_file`, `edit_file`, `delete_file`, `add_entity`, `edit_entity`, `set_permissions`, `import_entities`, `insert_records`, `delete_records`, `read_file`.',
      }),
      title: t.exposeString('title'),
      file: t.exposeString('file', { nullable: true }),
      content: t.exposeString('content'),
      lines: t.exposeInt('lines', { description: 'Lines of `content` so far.' }),
      status: t.expose('status', { type: status }),
      isComplete: t.boolean({ resolve: (action) => action.status !== 'streaming' && action.status !== 'truncated' }),
      isTruncated: t.boolean({ resolve: (action) => action.status === 'truncated' }),
      error: t.exposeString('error', { nullable: true, description: 'Why it could not be applied; null unless failed.' }),
    }),
  });
}

function addTurn(builder: Builder, chat: () => ChatService): void {
  const status = builder.enumType('TurnStatus', {
    values: ['queued', 'streaming', 'applying', 'waiting', 'ready', 'truncated', 'stopped', 'failed'] as const,
  });
  builder.objectType('Turn', {
    authScopes,
    fields: (t) => ({
      id: t.exposeID('id'),
      appId: t.exposeID('appId'),
      author: t.string({
        nullable: true,
        description: 'The name of the other builder who sent the message; null for the caller.',
        resolve: ({ actorId }, _args, { actor }) => chat().authorOf(actor, actorId),
      }),
      status: t.expose('status', { type: status }),
      userMessage: t.expose('userMessage', { type: 'ChatMessage' }),
      assistantMessage: t.expose('assistantMessage', { type: 'ChatMessage' }),
      lastSeq: t.exposeInt('lastSeq', { description: 'Sequence number of the last event that `assistantMessage` includes.' }),
      error: t.exposeString('error', { nullable: true, description: 'For the builder to read; null unless failed.' }),
      errorCode: t.exposeString('errorCode', { nullable: true }),
      promptVersion: t.exposeString('promptVersion', {
        nullable: true,
        description: 'Version of the prompt that the model was asked with; null before its answer is complete.',
      }),
      errorDetail: t.string({
        nullable: true,
        description: 'What lies behind the error, such as what the endpoint of the model said. Null for everyone but admins.',
        authScopes: { admin: true },
        unauthorizedResolver: () => null,
        resolve: ({ errorDetail }) => errorDetail,
      }),
      note: t.exposeString('note', {
        nullable: true,
        description: 'What the builder has to know of an answer that did not fail: that it broke off, or that it changed nothing.',
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the turn last came to another state.' }),
      confirmations: t.exposeStringList('confirmations', {
        description: "What waits for the builder's answer, one sentence each; empty unless `waiting`.",
      }),
    }),
  });
}

function addMutations(builder: Builder, chat: () => ChatService): void {
  const mode = builder.enumType('ChatMode', {
    values: {
      build: { description: 'The assistant changes the app.' },
      plan: { description: 'The assistant discusses a change, and changes nothing.' },
    } as const,
  });
  const selectionInput = builder.inputType('SelectionInput', {
    description: 'An element of the app, by its place in the version that the builder looks at.',
    fields: (t) => ({
      versionId: t.id({ required: true }),
      path: t.string({ required: true }),
      line: t.int({ required: true }),
      column: t.int({ required: true }),
    }),
  });
  const sendInput = builder.inputType('SendMessageInput', {
    fields: (t) => ({
      appId: t.id({ required: true }),
      content: t.string({ required: true }),
      clientId: t.id({ required: true, description: 'Made by the client; the same id again answers the same turn.' }),
      versionId: t.id({ description: 'The version the builder looks at. Another current version is refused with 409.' }),
      currentPath: t.string(),
      model: t.string({ description: 'Admins only.' }),
      attachmentIds: t.idList({ description: 'Ids of uploaded files, at most 10. With one, `content` may be empty.' }),
      mode: t.field({ type: mode, description: 'Default `build`.' }),
      selection: t.field({
        type: selectionInput,
        description: 'What the message is about. Refused with 409 when its file has changed since.',
      }),
      replaces: t.id({
        description: 'Id of a user message: the app returns to the version before it, and it and all later messages are hidden.',
      }),
    }),
  });
  builder.mutationFields((t) => {
    const turnId = t.arg.id({ required: true });
    const step = (description: string, take: 'stop' | 'continue' | 'retry') =>
      t.field({
        type: 'Turn',
        description,
        does: 'spend',
        authScopes,
        args: { turnId: t.arg.id({ required: true }) },
        resolve: async (_root, args, context) => {
          await chat()[take](context.actor, args.turnId);
          return chat().turn(context.actor, args.turnId);
        },
      });
    return {
      restoreVersion: t.field({
        type: 'Version',
        description: 'Makes a new version with the files of an old one; with `messageId`, later messages are hidden.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: t.arg.id({ required: true }), versionId: t.arg.id({ required: true }), messageId: t.arg.id() },
        resolve: (_root, { id, versionId, messageId }, context) => chat().restore(context.actor, id, versionId, messageId ?? undefined),
      }),
      sendMessage: t.field({
        type: 'Turn',
        description: 'Sends a message to the assistant. Idempotent by `clientId`. Refused with 409 while a turn is under way.',
        does: 'spend',
        authScopes,
        args: { input: t.arg({ type: sendInput, required: true }) },
        resolve: async (_root, { input: { appId, content, clientId, ...rest } }, context) => {
          const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null));
          const id = await chat().send(context.actor, { appId, content, clientId, ...given });
          return chat().turn(context.actor, id);
        },
      }),
      stopTurn: step('Ends the turn; what was complete by then is kept as text, no version is made.', 'stop'),
      continueTurn: step("Goes on where a truncated turn was cut: `Let's keep going`.", 'continue'),
      retryTurn: step("Starts the turn's request again after it failed or was stopped.", 'retry'),
      answerConfirmation: t.field({
        type: 'Turn',
        description: "The builder's answer to actions that wait for it (widened permissions, deleted tables, mass deletes).",
        does: 'spend',
        authScopes,
        args: { turnId, accept: t.arg.boolean({ required: true }) },
        resolve: async (_root, args, context) => {
          await chat().answer(context.actor, args.turnId, args.accept);
          return chat().turn(context.actor, args.turnId);
        },
      }),
    };
  });
}

function addSource(builder: Builder) {
  return builder.objectRef<Source>('Source').implement({
    description: 'A web page on which the model bases its answer.',
    extensions: { access: 'parent' },
    fields: (t) => ({ url: t.exposeString('url'), title: t.exposeString('title') }),
  });
}

function addEvents(builder: Builder, chat: () => ChatService): void {
  const source = addSource(builder);
  const kind = builder.enumType('TurnEventKind', {
    values: {
      text: { description: '`delta` is added to the text of part `partIndex`.' },
      reasoning: { description: '`delta` is added to the reasoning of part `partIndex`.' },
      source: { description: 'Part `partIndex` is `source`.' },
      suggestion: { description: 'Part `partIndex` is a suggestion; `delta` is its text.' },
      question: { description: 'Part `partIndex` is a question; `delta` is its text.' },
      option: { description: 'Part `partIndex` is a possible answer; `delta` is its text.' },
      choice: { description: 'Part `partIndex` is a possible answer, of several; `delta` is its text.' },
      action: { description: '`action` is the state of part `partIndex`; its `content` is left empty until it is complete.' },
      turn: { description: '`turn` is the state of the whole turn, with both messages.' },
    } as const,
  });
  const event = builder.objectRef<TurnNews>('TurnEvent').implement({
    authScopes,
    fields: (t) => ({
      turnId: t.exposeID('turnId'),
      seq: t.int({
        description: 'Counts up from 1 within a turn. A gap means: read the turn again.',
        resolve: (news) => news.event.seq,
      }),
      kind: t.field({ type: kind, resolve: (news) => news.event.kind }),
      partIndex: t.int({ nullable: true, resolve: (news) => news.event.partIndex }),
      delta: t.string({ nullable: true, resolve: (news) => news.event.delta }),
      action: t.field({
        type: 'Action',
        nullable: true,
        resolve: ({ event: { action, lines } }) => (action === undefined ? null : counted(action, lines)),
      }),
      source: t.field({ type: source, nullable: true, resolve: (news) => news.event.source }),
      turn: t.expose('turn', { type: 'Turn', nullable: true }),
    }),
  });
  builder.subscriptionField('turnEvents', (t) =>
    t.field({
      type: event,
      description:
        'What happens in the chat of an app from event `after` of turn `turnId` on (0: all), then live; later turns of the app follow. access: builder',
      does: 'look',
      authScopes,
      args: { appId: t.arg.id({ required: true }), turnId: t.arg.id(), after: t.arg.int() },
      subscribe: (_root, { appId, turnId, after }, context) => {
        const from = { ...(turnId == null ? {} : { turnId }), ...(after == null ? {} : { after }) };
        return chat().follow(context.actor, { appId, ...from, signal: context.signal });
      },
      resolve: (news) => news,
    }),
  );
}

export function counted(action: Action, lines = countLines(action.content)): CountedAction {
  return { ...action, lines };
}
