import type { Builder, Edge } from '@sayso/core';
import type { Source } from '@sayso/models/ref';
import { type Attachment, attachmentPath } from './attachments/state.ts';
import { addNextStep, addReview } from './changes/graphql.ts';
import { addCosts } from './limits/graphql.ts';
import { countLines } from './output/content.ts';
import type { PromptSize } from './prompt/prompt.ts';
import { addFeedback, addRatings } from './ratings/graphql.ts';
import type { Action } from './ref.ts';
import type { BroughtBack, ChatService } from './service.ts';
import type { LivePart } from './turns/draft.ts';
import type { TurnNews } from './turns/follow.ts';
import type { MessageView, TurnView } from './turns/view.ts';

const authScopes = { builder: true };

const PART_TYPES = {
  text: 'TextPart',
  reasoning: 'ReasoningPart',
  source: 'SourcePart',
  suggestion: 'SuggestionPart',
  question: 'QuestionPart',
  option: 'OptionPart',
  choice: 'ChoicePart',
  action: 'ActionPart',
} as const;

interface CountedAction extends Action {
  readonly lines: number;
}

/** Messages, turns and their events. Adds the conversation to `App`, and restoring, which hides messages. */
export function graph(builder: Builder, { service: chat }: Edge<ChatService>): void {
  const actionType = addAction(builder);
  const { review, way } = addReview(builder);
  const { rating, feedback } = addFeedback(builder);
  const { quotas, ...costs } = addCosts(builder);
  const message = addMessage(builder, { feedback, actionType, review, ...costs });
  const turn = addTurn(builder, chat, message);
  const promptSize = addPromptSize(builder);
  const nextStep = addNextStep(builder);
  addMutations(builder, chat, turn);
  addBringBack(builder, chat, { message, way });
  addRating(builder, chat, { message, rating });
  addRatings(builder, chat, { rating });
  addEvents(builder, chat, { actionType, source: addSource(builder), turn });

  builder.objectFields('App', (t) => ({
    messages: t.field({
      type: [message],
      description:
        'The conversation, oldest first; hidden messages are left out. `before` is a message id, `limit` at most 100 (default 50), counted from the newest.',
      args: { before: t.arg.id(), limit: t.arg.int() },
      extensions: { bytes: 20_000 },
      resolve: ({ id }, { before, limit }, context) => {
        const page = { ...(before == null ? {} : { before }), ...(limit == null ? {} : { limit }) };
        return chat().messages(context.actor, id, page);
      },
    }),
    messageQuotas: t.field({
      type: quotas,
      description: "How many messages the caller's account has sent to the assistant, in all its apps, and may send.",
      resolve: (_app, _args, context) => chat().quotas(context.actor),
    }),
    nextSteps: t.field({
      type: [nextStep],
      description: 'What the current version lacks, at most three: for suggestions after an answer that has none.',
      extensions: { bytes: 1000 },
      resolve: ({ id }, _args, context) => chat().nextSteps(context.actor, id),
    }),
    promptSize: t.field({
      type: promptSize,
      nullable: true,
      description: "How much of the model's window a message would take, before it is sent. Null when the model reads no prompt.",
      args: { content: t.arg.string({ required: true }), currentPath: t.arg.string(), attachmentIds: t.arg.idList() },
      resolve: ({ id: appId }, { content, currentPath, attachmentIds }, context) => {
        const place = currentPath == null ? {} : { currentPath };
        return chat().promptSize(context.actor, { appId, content, ...place, attachmentIds: attachmentIds ?? [] });
      },
    }),
    latestTurn: t.field({
      type: turn,
      nullable: true,
      description: 'The turn under way, or the last one.',
      resolve: ({ id }, _args, context) => chat().latestTurn(context.actor, id),
    }),
  }));
}

function addAction(builder: Builder) {
  const status = builder.enumType('ActionStatus', { values: ['streaming', 'complete', 'truncated', 'failed'] as const });
  return builder.objectRef<CountedAction>('Action').implement({
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

function addAttachment(builder: Builder) {
  return builder.objectRef<Attachment & { readonly appId: string }>('Attachment').implement({
    description: 'A file of a message.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      contentType: t.exposeString('contentType'),
      size: t.exposeInt('size', { description: 'In bytes.' }),
      width: t.exposeInt('width', { nullable: true, description: 'Pixels of a picture; null for other files.' }),
      height: t.exposeInt('height', { nullable: true }),
      url: t.string({ description: 'A path on the builder host.', resolve: ({ appId, id }) => attachmentPath(appId, id) }),
    }),
  });
}

interface MessageTypes {
  readonly feedback: ReturnType<typeof addFeedback>['feedback'];
  readonly actionType: ReturnType<typeof addAction>;
  readonly review: ReturnType<typeof addReview>['review'];
  readonly usage: ReturnType<typeof addCosts>['usage'];
  readonly quotaCost: ReturnType<typeof addCosts>['quotaCost'];
}

function addPromptSize(builder: Builder) {
  return builder.objectRef<PromptSize>('PromptSize').implement({
    description: 'Estimated tokens of a request to the model.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      budget: t.exposeInt('budget', { description: 'What a request may have: the window without the reserve for the answer.' }),
      instructions: t.exposeInt('instructions', { description: 'How the assistant works: the same for every request.' }),
      files: t.exposeInt('files'),
      conversation: t.exposeInt('conversation', { description: 'What was said before.' }),
      request: t.exposeInt('request', { description: 'The message, with its files.' }),
      wholeFiles: t.exposeInt('wholeFiles', { description: 'Files of the app that are given whole; of others, signatures are.' }),
      allFiles: t.exposeInt('allFiles'),
    }),
  });
}

function addSource(builder: Builder) {
  return builder.objectRef<Source>('Source').implement({
    description: 'A web page on which the model bases its answer.',
    extensions: { access: 'parent' },
    fields: (t) => ({ url: t.exposeString('url'), title: t.exposeString('title') }),
  });
}

function addMessage(builder: Builder, { feedback, actionType, review, usage, quotaCost }: MessageTypes) {
  const attachment = addAttachment(builder);
  const role = builder.enumType('MessageRole', { values: ['user', 'assistant'] as const });
  const text = builder.objectRef<Extract<LivePart, { kind: 'text' }>>('TextPart').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ text: t.exposeString('text') }),
  });
  const reasoning = builder.objectRef<Extract<LivePart, { kind: 'reasoning' }>>('ReasoningPart').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ text: t.exposeString('text') }),
  });
  const sourcePart = builder.objectRef<Extract<LivePart, { kind: 'source' }>>('SourcePart').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      url: t.string({ resolve: (part) => part.source.url }),
      title: t.string({ resolve: (part) => part.source.title }),
    }),
  });
  const suggestion = builder.objectRef<Extract<LivePart, { kind: 'suggestion' }>>('SuggestionPart').implement({
    description: 'What the builder may want to say next, for a button. One that ends in `…` is to be completed before it is sent.',
    extensions: { access: 'parent' },
    fields: (t) => ({ text: t.exposeString('text') }),
  });
  const question = builder.objectRef<Extract<LivePart, { kind: 'question' }>>('QuestionPart').implement({
    description: 'A question to the builder. The options that follow it are possible answers.',
    extensions: { access: 'parent' },
    fields: (t) => ({ text: t.exposeString('text') }),
  });
  const option = builder.objectRef<Extract<LivePart, { kind: 'option' }>>('OptionPart').implement({
    description: 'A possible answer to the question before it, for a button that sends it.',
    extensions: { access: 'parent' },
    fields: (t) => ({ text: t.exposeString('text') }),
  });
  const choice = builder.objectRef<Extract<LivePart, { kind: 'choice' }>>('ChoicePart').implement({
    description: 'A possible answer to the question before it, of which several may be chosen together.',
    extensions: { access: 'parent' },
    fields: (t) => ({ text: t.exposeString('text') }),
  });
  const action = builder.objectRef<Extract<LivePart, { kind: 'action' }>>('ActionPart').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ action: t.field({ type: actionType, resolve: ({ action: value, lines }) => counted(value, lines) }) }),
  });
  const part = builder.unionType('MessagePart', {
    types: [text, reasoning, sourcePart, suggestion, question, option, choice, action],
    resolveType: ({ kind }) => PART_TYPES[kind],
  });
  const selection = builder.objectRef<NonNullable<MessageView['selection']>>('MessageSelection').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ path: t.exposeString('path'), line: t.exposeInt('line'), tag: t.exposeString('tag') }),
  });
  return builder.objectRef<MessageView>('ChatMessage').implement({
    authScopes,
    fields: (t) => ({
      id: t.exposeID('id'),
      role: t.expose('role', { type: role }),
      isPlan: t.boolean({
        description: 'The message discusses a change, or answers one that does: it changes nothing.',
        resolve: ({ isPlan = false }) => isPlan,
      }),
      content: t.exposeString('content', { description: 'The whole text as the model wrote it, action tags included.' }),
      parts: t.field({ type: [part], resolve: ({ parts }) => [...parts] }),
      attachments: t.field({
        type: [attachment],
        description: 'Files of a message of the builder, at most 10.',
        resolve: ({ appId, attachments = [] }) => attachments.map((each) => ({ ...each, appId })),
      }),
      selection: t.field({
        type: selection,
        nullable: true,
        description: 'The element that a message of the builder is about.',
        resolve: (message) => message.selection ?? null,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      versionId: t.exposeID('versionId', {
        nullable: true,
        description: 'The version that the message made; null when it made none.',
      }),
      status: t.exposeString('status', { description: '`ready`, or the status of its turn.' }),
      turnId: t.exposeID('turnId', { nullable: true }),
      usage: t.expose('usage', { type: usage, nullable: true }),
      quotaCost: t.field({
        type: quotaCost,
        nullable: true,
        description: "What the answered message counted of its sender's limits; null without a limit, and for a message of the builder.",
        resolve: (one) => one.quotaCost ?? null,
      }),
      furtherRounds: t.int({
        description: 'How often the model was asked once more, for a correction or a continuation: that counts nothing.',
        resolve: ({ furtherRounds = 0 }) => furtherRounds,
      }),
      feedback: t.field({
        type: feedback,
        nullable: true,
        description: 'How helpful the builder found the answer; null until they say so.',
        resolve: (one) => one.feedback ?? null,
      }),
      review: t.field({
        type: review,
        nullable: true,
        description: 'What the version changed, and what vanished with it; null without a version.',
        resolve: ({ review, broughtBack = [] }) => (review == null ? null : { ...review, broughtBack }),
      }),
    }),
  });
}

function addRating(builder: Builder, chat: () => ChatService, { message, rating }: RatingTypes): void {
  builder.mutationField('rateMessage', (t) =>
    t.field({
      type: message,
      description: 'Keeps how helpful an answer of the assistant was; without a rating, withdraws it.',
      authScopes,
      args: {
        messageId: t.arg.id({ required: true }),
        rating: t.arg({ type: rating }),
        comment: t.arg.string({ description: 'At most 2,000 characters.' }),
      },
      resolve: (_root, { messageId, ...args }, context) =>
        chat().rate(context.actor, { messageId, rating: args.rating ?? null, comment: args.comment ?? '' }),
    }),
  );
}

interface RatingTypes {
  readonly message: ReturnType<typeof addMessage>;
  readonly rating: ReturnType<typeof addFeedback>['rating'];
}

function addTurn(builder: Builder, chat: () => ChatService, message: ReturnType<typeof addMessage>) {
  const status = builder.enumType('TurnStatus', {
    values: ['queued', 'streaming', 'applying', 'waiting', 'ready', 'truncated', 'stopped', 'failed'] as const,
  });
  return builder.objectRef<TurnView>('Turn').implement({
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
      userMessage: t.expose('userMessage', { type: message }),
      assistantMessage: t.expose('assistantMessage', { type: message }),
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

function addMutations(builder: Builder, chat: () => ChatService, turn: ReturnType<typeof addTurn>): void {
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
        type: turn,
        description,
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
        authScopes,
        args: { id: t.arg.id({ required: true }), versionId: t.arg.id({ required: true }), messageId: t.arg.id() },
        resolve: (_root, { id, versionId, messageId }, context) => chat().restore(context.actor, id, versionId, messageId ?? undefined),
      }),
      sendMessage: t.field({
        type: turn,
        description: 'Sends a message to the assistant. Idempotent by `clientId`. Refused with 409 while a turn is under way.',
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
        type: turn,
        description: "The builder's answer to actions that wait for it (widened permissions, deleted tables, mass deletes).",
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

interface BringBackTypes {
  readonly message: ReturnType<typeof addMessage>;
  readonly way: ReturnType<typeof addReview>['way'];
}

function addBringBack(builder: Builder, chat: () => ChatService, { message, way }: BringBackTypes): void {
  const answer = builder.objectRef<BroughtBack>('BroughtBack').implement({
    authScopes,
    fields: (t) => ({ way: t.expose('way', { type: way }), message: t.expose('message', { type: message }) }),
  });
  builder.mutationField('bringBack', (t) =>
    t.field({
      type: answer,
      description:
        'Makes a version in which something that vanished with a message stands again. Idempotent. Refused with 409 while a turn is under way, and when `versionId` is no longer the current version.',
      authScopes,
      args: { messageId: t.arg.id({ required: true }), thingId: t.arg.string({ required: true }), versionId: t.arg.id({ required: true }) },
      resolve: (_root, args, context) => chat().bringBack(context.actor, args),
    }),
  );
}

interface EventTypes {
  readonly actionType: ReturnType<typeof addAction>;
  readonly source: ReturnType<typeof addSource>;
  readonly turn: ReturnType<typeof addTurn>;
}

function addEvents(builder: Builder, chat: () => ChatService, { actionType, source, turn }: EventTypes): void {
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
        type: actionType,
        nullable: true,
        resolve: ({ event: { action, lines } }) => (action === undefined ? null : counted(action, lines)),
      }),
      source: t.field({ type: source, nullable: true, resolve: (news) => news.event.source }),
      turn: t.expose('turn', { type: turn, nullable: true }),
    }),
  });
  builder.subscriptionField('turnEvents', (t) =>
    t.field({
      type: event,
      description:
        'What happens in the chat of an app from event `after` of turn `turnId` on (0: all), then live; later turns of the app follow. access: builder',
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

function counted(action: Action, lines = countLines(action.content)): CountedAction {
  return { ...action, lines };
}
