import type { Builder, Edge } from '@sayso/core';
import { type Attachment, attachmentPath } from './attachments/state.ts';
import { addBringBack, addNextStep, addReview } from './changes/graphql.ts';
import { addCosts } from './limits/graphql.ts';
import type { PromptSize } from './prompt/prompt.ts';
import { addFeedback, addRating, addRatings } from './ratings/graphql.ts';
import type { ChatService } from './service.ts';
import type { LivePart } from './turns/draft.ts';
import { addTurns, counted } from './turns/graphql.ts';
import type { MessageView } from './turns/view.ts';

declare module '@sayso/core' {
  interface GraphObjects {
    ChatMessage: MessageView;
  }
}

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

/** Messages, with what belongs to them; turns and their events are in `turns/graphql.ts`. Adds the conversation to `App`. */
export function graph(builder: Builder, { service: chat }: Edge<ChatService>): void {
  const { review, way } = addReview(builder);
  const { rating, feedback } = addFeedback(builder);
  const { quotas, ...costs } = addCosts(builder);
  addTurns(builder, chat);
  addMessage(builder, { feedback, review, ...costs });
  const promptSize = addPromptSize(builder);
  const nextStep = addNextStep(builder);
  addBringBack(builder, chat, { way });
  addRating(builder, chat, { rating });
  addRatings(builder, chat, { rating });

  builder.objectFields('App', (t) => ({
    messages: t.field({
      type: ['ChatMessage'],
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
      type: 'Turn',
      nullable: true,
      description: 'The turn under way, or the last one.',
      resolve: ({ id }, _args, context) => chat().latestTurn(context.actor, id),
    }),
  }));
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

function addMessage(builder: Builder, { feedback, review, usage, quotaCost }: MessageTypes): void {
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
    fields: (t) => ({ action: t.field({ type: 'Action', resolve: ({ action: value, lines }) => counted(value, lines) }) }),
  });
  const part = builder.unionType('MessagePart', {
    types: [text, reasoning, sourcePart, suggestion, question, option, choice, action],
    resolveType: ({ kind }) => PART_TYPES[kind],
  });
  const selection = builder.objectRef<NonNullable<MessageView['selection']>>('MessageSelection').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ path: t.exposeString('path'), line: t.exposeInt('line'), tag: t.exposeString('tag') }),
  });
  builder.objectType('ChatMessage', {
    authScopes: { builder: true },
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
