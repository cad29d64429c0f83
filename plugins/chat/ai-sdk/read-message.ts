import { newId } from '@sayso/core';
import { z } from 'zod';
import { MAX_ATTACHMENTS, type Upload } from '../attachments/attachments.ts';
import { attachmentIdIn } from '../attachments/state.ts';
import { AttachmentsInvalid, MessageInvalid } from '../errors.ts';
import type { SendMessage } from '../ref.ts';
import { isDataUrl, uploadOf } from './data-url.ts';

/** What the builder's client adds to a message: in the body, in the message, in its metadata, or in its annotations. */
const extras = z.object({
  versionId: z.string().nullish(),
  currentPath: z.string().nullish(),
  templateId: z.string().nullish(),
  model: z.string().nullish(),
  mode: z.enum(['build', 'plan']).nullish(),
});
const parts = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));
/** A file of a message: the address of an uploaded file of the app, or a data URL. */
const file = z.object({ name: z.string().nullish(), contentType: z.string().nullish(), url: z.string() });
/** A file among the parts, as AI SDK 5 and later (`mediaType`, `filename`, `url`) and AI SDK 4 (`mimeType`, `data` in Base64) name it. */
const filePart = z.union([
  z.object({ mediaType: z.string().nullish(), filename: z.string().nullish(), url: z.string() }),
  z.object({ mimeType: z.string(), data: z.string() }),
]);
const uiMessage = extras.extend({
  id: z.string().max(200).optional(),
  role: z.enum(['user', 'assistant', 'system', 'data']),
  content: z.union([z.string(), parts], 'must be text').optional(),
  parts: parts.optional(),
  attachments: z.array(file).max(MAX_ATTACHMENTS).optional(),
  /** The same, as AI SDK 4 names it. */
  experimental_attachments: z.array(file).max(MAX_ATTACHMENTS).optional(),
  annotations: z.array(z.unknown()).optional(),
  /** The annotations of AI SDK 5 and later. */
  metadata: z.unknown().optional(),
});
type UiMessage = z.infer<typeof uiMessage>;

export const chatBody = extras.extend({
  id: z.string().optional(),
  /** Only the last one is new; the server stores the conversation. */
  messages: z.array(uiMessage).min(1),
  /** Sent by AI SDK 5 and later. `regenerate-message`: the message is answered anew. */
  trigger: z.enum(['submit-message', 'regenerate-message']).nullish(),
  /** Of a message that is edited (`submit-message`), or whose answer is replaced. */
  messageId: z.string().nullish(),
});

/** A message as a client sent it. */
export interface SentMessage {
  readonly message: Omit<SendMessage, 'replaces' | 'selection'>;
  /** Files whose bytes the message has. */
  readonly uploads: readonly Upload[];
  /** Whether it was sent before: to be answered once more, or with a new text. */
  readonly again: 'regenerate' | 'edit' | null;
  readonly protocol: Protocol;
}

/** `data`: the data stream of AI SDK 4. `message`: the UI message stream of AI SDK 5 and later. */
export type Protocol = 'data' | 'message';

export function acceptsMessageStream(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes('text/event-stream') === true;
}

export function readMessage(
  body: z.infer<typeof chatBody>,
  { appId, accept }: { readonly appId: string; readonly accept: string | undefined },
): SentMessage {
  const { trigger, messages } = body;
  // Clients of AI SDK 5 and later send what the server shall answer as the last message, also when they send their tools' results.
  const message = trigger == null ? messages.findLast(({ role }) => role === 'user') : messages.at(-1);
  if (message?.role !== 'user') throw new MessageInvalid('The last message is not one of the builder.');
  const additions = Object.assign(
    {},
    ...[...(message.annotations ?? []), message.metadata].map((one) => extras.safeParse(one).data ?? {}),
    given(message),
    given(body),
  );
  const { versionId, currentPath, model, mode } = extras.parse(additions);
  const { attachmentIds, uploads } = filesOf(message, appId);
  return {
    message: {
      appId,
      content: textOf(message.content ?? '') || textOf(message.parts ?? []),
      // Without a client id, every call is a new message.
      clientId: message.id ?? newId(),
      attachmentIds,
      ...(versionId ? { versionId } : {}),
      ...(currentPath ? { currentPath } : {}),
      ...(model ? { model } : {}),
      ...(mode ? { mode } : {}),
    },
    uploads,
    again: againOf(body),
    protocol: trigger != null || isPartsOnly(message) || acceptsMessageStream(accept) ? 'message' : 'data',
  };
}

/** Messages of AI SDK 5 and later have an id and parts; those of AI SDK 4 always have a content. */
function isPartsOnly({ id, content, parts: own }: UiMessage): boolean {
  return id !== undefined && content === undefined && own !== undefined;
}

function againOf({ trigger, messageId }: z.infer<typeof chatBody>): SentMessage['again'] {
  if (trigger === 'regenerate-message') return 'regenerate';
  return trigger === 'submit-message' && messageId != null ? 'edit' : null;
}

/** Kinds of parts that mean nothing in a message of the builder. */
const IGNORED = ['text', 'step-start', 'source', 'source-url', 'source-document'];

function filesOf(message: UiMessage, appId: string): Pick<SentMessage, 'uploads'> & { readonly attachmentIds: string[] } {
  const { attachments = [], experimental_attachments: more = [], content = '' } = message;
  const all = [...(typeof content === 'string' ? [] : content), ...(message.parts ?? [])];
  const unknown = all.find(({ type }) => type !== 'file' && !IGNORED.includes(type));
  if (unknown !== undefined) {
    throw new MessageInvalid(`A message cannot have a part of the type "${unknown.type.slice(0, 50)}". Send its text and its files.`);
  }
  const files = [...attachments, ...more, ...all.filter(({ type }) => type === 'file').map(fileOf)];
  if (files.length > MAX_ATTACHMENTS) throw new AttachmentsInvalid(`A message takes at most ${MAX_ATTACHMENTS} files.`);
  const attachmentIds: string[] = [];
  const uploads: Upload[] = [];
  for (const { name, contentType, url } of files) {
    if (isDataUrl(url)) {
      uploads.push(uploadOf(url, { name, contentType }));
      continue;
    }
    const id = attachmentIdIn(url, appId);
    if (id === null) throw new AttachmentsInvalid('File not found. Store it with POST /api/apps/{appId}/attachments first.');
    attachmentIds.push(id);
  }
  return { attachmentIds, uploads };
}

function fileOf(part: z.infer<typeof parts>[number]): z.infer<typeof file> {
  const read = filePart.safeParse(part).data;
  if (read === undefined) throw new AttachmentsInvalid('A file of the message has no address. Send it with a "url".');
  if ('url' in read) return { name: read.filename, contentType: read.mediaType, url: read.url };
  return { contentType: read.mimeType, url: isDataUrl(read.data) ? read.data : `data:${read.mimeType};base64,${read.data}` };
}

function textOf(content: string | z.infer<typeof parts>): string {
  return typeof content === 'string' ? content : content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');
}

function given(values: z.infer<typeof extras>): Record<string, string> {
  const { versionId, currentPath, model, mode } = values;
  const entries = Object.entries({ versionId, currentPath, model, mode });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
