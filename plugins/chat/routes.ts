import { Readable } from 'node:stream';
import type { Edge, Http, RequestContext } from '@sayso/core';
import { z } from 'zod';
import { DATA_STREAM_HEADERS, dataStream } from './ai-sdk/data-stream.ts';
import { MESSAGE_STREAM_HEADERS, messageStream } from './ai-sdk/message-stream.ts';
import { acceptsMessageStream, chatBody, type Protocol, readMessage } from './ai-sdk/read-message.ts';
import { toUiMessage, uiMessage } from './ai-sdk/ui-message.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { columnSuggestion, mappingRequest } from './prompt/mapping.ts';
import { ratingRoutes } from './ratings/routes.ts';
import type { ChatService } from './service.ts';
import { isInFlight } from './turns/state-machine.ts';

const config = { access: 'builder', does: 'look' } as const;
const tags = ['chat'];

const appParams = z.object({ appId: z.string() });

/** Response schemas of the routes, for the OpenAPI document and the tests. */
const text = z.string();

const streamed = { schema: text as unknown as z.ZodType<Readable | string> };

const streamAnswer = {
  description:
    'In the protocol of the request. AI SDK 4: the data stream, version 1, a line for each part; empty when no answer is being written. AI SDK 5 and later: the UI message stream, version 1, as events.',
  content: { 'text/plain': streamed, 'text/event-stream': streamed },
};
const messageStreamAnswer = {
  description: 'The UI message stream of AI SDK 5 and later, version 1.',
  content: { 'text/event-stream': streamed },
};
/** Messages have whole files as data URLs, and clients send the conversation with each. */
const MAX_CHAT_BYTES = 30_000_000;

const restoredAnswer = z
  .object({
    versionId: text,
    messages: z.array(uiMessage),
  })
  .describe('The new version, and the messages that are still shown.');

export function routes(http: Http, { service: chat }: Edge<ChatService>): void {
  http.post(
    '/api/apps/:appId/chat',
    {
      bodyLimit: MAX_CHAT_BYTES,
      config: { ...config, does: 'spend', errors: [402, 409, 413, 504] },
      schema: {
        tags,
        summary: 'Send a message; answers a stream of the AI SDK, of version 4 or of later ones',
        params: appParams,
        body: chatBody,
        response: { 200: streamAnswer },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const { message, uploads, again, protocol } = readMessage(request.body, { appId, accept: request.headers.accept });
      const turnId = await (again === null
        ? chat().send(request.sayso.actor, message, uploads)
        : chat().sendAgain(request.sayso.actor, message, { uploads, isEdited: again === 'edit' }));
      return reply.headers(headersOf[protocol]).send(await stream(chat(), request.sayso, { appId, turnId, protocol }));
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
        response: { 200: streamAnswer, 204: z.null().describe('No answer is being written, for a request of the UI message stream.') },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const turnId = await inFlight(chat(), request.sayso, appId);
      const protocol = acceptsMessageStream(request.headers.accept) ? 'message' : 'data';
      if (turnId !== null) return reply.headers(headersOf[protocol]).send(await stream(chat(), request.sayso, { appId, turnId, protocol }));
      if (protocol === 'message') return reply.code(204).send(null);
      // AI SDK 4 resumes whenever a chat is opened, and treats a response without a body as an error.
      return reply.headers(DATA_STREAM_HEADERS).send('');
    },
  );

  http.get(
    '/api/apps/:appId/chat/:chatId/stream',
    {
      config,
      schema: {
        tags,
        summary: 'The answer that is being written, from its beginning, for AI SDK 5 and later',
        params: appParams.extend({ chatId: z.string().describe('Chosen by the client: an app has one conversation.') }),
        response: { 200: messageStreamAnswer, 204: z.null().describe('No answer is being written.') },
      },
    },
    async (request, reply) => {
      const { appId } = request.params;
      const turnId = await inFlight(chat(), request.sayso, appId);
      if (turnId === null) return reply.code(204).send(null);
      return reply.headers(MESSAGE_STREAM_HEADERS).send(await stream(chat(), request.sayso, { appId, turnId, protocol: 'message' }));
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
      // Without one, no message is hidden.
      const messageId = request.body?.messageId || undefined;
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
  readonly protocol: Protocol;
}

const headersOf = { data: DATA_STREAM_HEADERS, message: MESSAGE_STREAM_HEADERS } as const;

/** The id of the app's turn in flight. */
async function inFlight(chat: ChatService, { actor }: RequestContext, appId: string): Promise<string | null> {
  const turn = await chat.latestTurn(actor, appId);
  return turn !== null && isInFlight(turn.status) ? turn.id : null;
}

/** Streams the turn's answer. Ends with the turn or when the client disconnects; the turn continues without clients. */
async function stream(chat: ChatService, sayso: RequestContext, { appId, turnId, protocol }: StreamedTurn): Promise<Readable> {
  const first = await chat.turn(sayso.actor, turnId);
  const authenticate = () => sayso.authenticate();
  const options = { appId, turnId, asItStands: true, untilSettled: true, authenticate, signal: sayso.signal };
  const news = await chat.follow(sayso.actor, options);
  return Readable.from(protocol === 'data' ? dataStream(first, news) : messageStream(first, news), { objectMode: false });
}
