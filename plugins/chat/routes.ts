import { Readable } from 'node:stream';
import { type Edge, type Http, newId, type RequestContext } from '@sayso/core';
import { z } from 'zod';
import { MAX_ATTACHMENTS } from './attachments/attachments.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { attachmentIdIn, attachmentPath } from './attachments/state.ts';
import { AttachmentsInvalid, MessageIdMissing, MessageInvalid } from './errors.ts';
import { columnSuggestion, mappingRequest } from './prompt/mapping.ts';
import { ratingRoutes } from './ratings/routes.ts';
import type { ChatService } from './service.ts';
import { DATA_STREAM_HEADERS, dataStream, messageAnnotation, uiSource } from './turns/data-stream.ts';
import { isInFlight } from './turns/state-machine.ts';
import type { MessageView } from './turns/view.ts';

const config = { access: 'builder', does: 'look' } as const;
const tags = ['chat'];

/** What the builder's client adds to a message: in the body, in the message, or in its annotations. */
const extras = z.object({
  versionId: z.string().nullish(),
  currentPath: z.string().nullish(),
  templateId: z.string().nullish(),
  model: z.string().nullish(),
  mode: z.enum(['build', 'plan']).nullish(),
});
const parts = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));
/** A file of a message. Only addresses of uploaded files of the app are accepted. */
const file = z.object({ name: z.string().nullish(), contentType: z.string().nullish(), url: z.string() });
const uiMessage = extras.extend({
  id: z.string().max(200).optional(),
  role: z.enum(['user', 'assistant', 'system', 'data']),
  content: z.union([z.string(), parts], 'must be text').default(''),
  parts: parts.optional(),
  attachments: z.array(file).max(MAX_ATTACHMENTS).optional(),
  /** The same, as AI SDK 4 names it. */
  experimental_attachments: z.array(file).max(MAX_ATTACHMENTS).optional(),
  annotations: z.array(z.unknown()).optional(),
});
const chatBody = extras.extend({
  id: z.string().optional(),
  /** The last 3. Only the last one is new; the server stores the conversation. */
  messages: z.array(uiMessage).min(1),
});
const appParams = z.object({ appId: z.string() });

/** Response schemas of the routes, for the OpenAPI document and the tests. */
const text = z.string();

const streamAnswer = {
  description: 'The AI SDK data stream, version 1: a line for each part; empty when no answer is being written.',
  content: { 'text/plain': { schema: text as unknown as z.ZodType<Readable | string> } },
};

const restoredAnswer = z
  .object({
    versionId: text,
    messages: z.array(
      z.object({
        id: text,
        role: z.enum(['user', 'assistant']),
        content: text,
        createdAt: text,
        parts: z.array(
          z.union([z.object({ type: z.literal('text'), text }), z.object({ type: z.literal('source'), source: z.record(text, text) })]),
        ),
        attachments: z.array(z.object({ name: text, contentType: text, url: text })),
        annotations: z.array(z.record(text, z.unknown())),
      }),
    ),
  })
  .describe('The new version, and the messages that are still shown.');

export function routes(http: Http, { service: chat }: Edge<ChatService>): void {
  http.post(
    '/api/apps/:appId/chat',
    {
      config: { ...config, does: 'spend', errors: [402, 409] },
      schema: {
        tags,
        summary: 'Send a message; answers an AI SDK data stream (v1)',
        params: appParams,
        body: chatBody,
        response: { 200: streamAnswer },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const turnId = await chat().send(request.sayso.actor, { appId, ...readMessage(request.body, appId) });
      return reply.headers(DATA_STREAM_HEADERS).send(await stream(chat(), request.sayso, { appId, turnId }));
    },
  );

  http.get(
    '/api/apps/:appId/chat',
    {
      config,
      schema: {
        tags,
        summary: 'The answer that is being written, from its beginning; an empty stream when there is none',
        params: appParams,
        querystring: z.object({ chatId: z.string().optional() }),
        response: { 200: streamAnswer },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const turn = await chat().latestTurn(request.sayso.actor, appId);
      // AI SDK 4 resumes whenever a chat is opened, and treats a response without a body as an error.
      if (turn === null || !isInFlight(turn.status)) return reply.headers(DATA_STREAM_HEADERS).send('');
      return reply.headers(DATA_STREAM_HEADERS).send(await stream(chat(), request.sayso, { appId, turnId: turn.id }));
    },
  );

  http.post(
    '/api/apps/:appId/versions/:versionId/restore',
    {
      config: { ...config, does: 'change-app', errors: [409] },
      schema: {
        tags,
        summary: 'Make a new version with the files of an old one and hide later messages',
        params: appParams.extend({ versionId: z.string() }),
        body: z.object({ messageId: z.string().nullish() }).nullish(),
        response: { 200: restoredAnswer },
      },
    },
    async (request) => {
      const { appId, versionId } = request.params;
      const messageId = request.body?.messageId;
      if (!messageId) throw new MessageIdMissing();
      const version = await chat().restore(request.sayso.actor, appId, versionId, messageId);
      const messages = await chat().messages(request.sayso.actor, appId);
      return { versionId: version.id, messages: messages.map(toUiMessage) };
    },
  );

  attachmentRoutes(http, chat);
  ratingRoutes(http, chat);

  http.post(
    '/api/csv/generateMapping',
    {
      config: { ...config, does: 'spend', errors: [502, 503, 504] },
      schema: {
        tags,
        summary: 'Find the fields of a table for the columns of a file, by the language model',
        body: mappingRequest,
        response: { 200: z.object({ mappings: z.array(columnSuggestion) }) },
      },
    },
    async ({ body, sayso }) => ({ mappings: await chat().suggestMapping(body, sayso.signal) }),
  );
}

interface StreamedTurn {
  readonly appId: string;
  readonly turnId: string;
}

/** Streams the turn's answer. Ends with the turn or when the client disconnects; the turn continues without clients. */
async function stream(chat: ChatService, sayso: RequestContext, { appId, turnId }: StreamedTurn): Promise<Readable> {
  const first = await chat.turn(sayso.actor, turnId);
  const authenticate = () => sayso.authenticate();
  const options = { appId, turnId, asItStands: true, untilSettled: true, authenticate, signal: sayso.signal };
  const news = await chat.follow(sayso.actor, options);
  return Readable.from(dataStream(first, news), { objectMode: false });
}

function readMessage(body: z.infer<typeof chatBody>, appId: string) {
  const message = body.messages.findLast(({ role }) => role === 'user');
  if (message === undefined) throw new MessageInvalid('The last message is not one of the builder.');
  const text = textOf(message.content) || textOf(message.parts ?? []);
  const additions = Object.assign(
    {},
    ...(message.annotations ?? []).map((one) => extras.safeParse(one).data ?? {}),
    given(message),
    given(body),
  );
  const { versionId, currentPath, model, mode } = extras.parse(additions);
  return {
    content: text,
    // Without a client id, every call is a new message.
    clientId: message.id ?? newId(),
    attachmentIds: filesOf(message, appId),
    ...(versionId ? { versionId } : {}),
    ...(currentPath ? { currentPath } : {}),
    ...(model ? { model } : {}),
    ...(mode ? { mode } : {}),
  };
}

function filesOf({ attachments = [], experimental_attachments: more = [] }: z.infer<typeof uiMessage>, appId: string): string[] {
  return [...attachments, ...more].map(({ url }) => {
    const id = attachmentIdIn(url, appId);
    if (id === null) throw new AttachmentsInvalid('File not found. Store it with POST /api/apps/{appId}/attachments first.');
    return id;
  });
}

function textOf(content: string | z.infer<typeof parts>): string {
  return typeof content === 'string' ? content : content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');
}

function given(values: z.infer<typeof extras>): Record<string, string> {
  const { versionId, currentPath, model, mode } = values;
  const entries = Object.entries({ versionId, currentPath, model, mode });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** A message in the format of the specification's clients. */
function toUiMessage(message: MessageView) {
  const { id, appId, role, content, createdAt } = message;
  const attachments = (message.attachments ?? []).map((one) => ({
    name: one.name,
    contentType: one.contentType,
    url: attachmentPath(appId, one.id),
  }));
  const sources = message.parts.flatMap((part) =>
    part.kind === 'source' ? [{ type: 'source', source: uiSource(part.source) } as const] : [],
  );
  const parts = [{ type: 'text', text: content } as const, ...sources];
  return { id, role, content, createdAt, parts, attachments, annotations: [messageAnnotation(message)] };
}
