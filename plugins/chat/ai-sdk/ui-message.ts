import { z } from 'zod';
import { attachmentPath } from '../attachments/state.ts';
import type { LivePart } from '../turns/draft.ts';
import type { MessageView } from '../turns/view.ts';
import { messageAnnotation, uiSource } from './data-stream.ts';

const text = z.string();
const record = z.record(text, z.unknown());

const part = z.union([
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('reasoning'), reasoning: text, details: z.array(z.object({ type: z.literal('text'), text })) }),
  z.object({
    type: z.literal('tool-invocation'),
    toolInvocation: z.object({
      state: z.enum(['call', 'result']),
      toolCallId: text,
      toolName: text,
      args: record,
      result: record.optional(),
    }),
  }),
  z.object({ type: z.literal('source'), source: z.record(text, text) }),
  z.object({ type: z.literal('file'), mimeType: text, filename: text, url: text }),
]);
type UiPart = z.infer<typeof part>;

/** A message in the format of the specification's clients, AI SDK 4. */
export const uiMessage = z.object({
  id: text,
  role: z.enum(['user', 'assistant']),
  content: text,
  createdAt: text,
  parts: z.array(part),
  attachments: z.array(z.object({ name: text, contentType: text, url: text })),
  annotations: z.array(record),
});

/** The text is one part, as the model wrote it with its tags: it comes first, as in releases that had no other parts but sources. */
export function toUiMessage(message: MessageView): z.infer<typeof uiMessage> {
  const { id, appId, role, content, createdAt } = message;
  const attachments = (message.attachments ?? []).map((one) => ({
    name: one.name,
    contentType: one.contentType,
    url: attachmentPath(appId, one.id),
  }));
  const parts: UiPart[] = [
    { type: 'text', text: content },
    ...message.parts.flatMap((each, index) => partsOf(message, each, index)),
    ...attachments.map(({ name, contentType, url }) => ({ type: 'file', mimeType: contentType, filename: name, url }) as const),
  ];
  return { id, role, content, createdAt, parts, attachments, annotations: [messageAnnotation(message)] };
}

function partsOf({ turnId, versionId, status: messageStatus }: MessageView, each: LivePart, index: number): UiPart[] {
  if (each.kind === 'source') return [{ type: 'source', source: uiSource(each.source) }];
  if (each.kind === 'reasoning') return [{ type: 'reasoning', reasoning: each.text, details: [{ type: 'text', text: each.text }] }];
  if (each.kind !== 'action') return [];
  const { type: toolName, file, title, content, status, error } = each.action;
  const call = { toolCallId: `${turnId}:${index}`, toolName, args: { file, title, content } };
  const isOpen = status === 'streaming' || messageStatus === 'waiting';
  const invocation = isOpen
    ? ({ ...call, state: 'call' } as const)
    : ({ ...call, state: 'result', result: { status, error, versionId } } as const);
  return [{ type: 'tool-invocation', toolInvocation: invocation }];
}
