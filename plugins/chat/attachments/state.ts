import { z } from 'zod';

/** Content types of files of Office. */
export const WORD_DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file of a message, as the message keeps it. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Pixels of a picture; null for other files. */
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type Attachment = z.infer<typeof attachment>;

/** Its body is a blob; see `Attachments`. */
export const attachmentDocument = attachment.omit({ id: true }).extend({
  _id: z.string(),
  appId: z.string(),
  /** False while its upload is processed. */
  isReady: z.boolean(),
  /** Whether a message has it. Others are removed after some days. */
  isSent: z.boolean(),
  createdAt: z.string(),
});
export type AttachmentDocument = z.infer<typeof attachmentDocument>;

/** The id in an address of a file of the app; null for any other address. */
export function attachmentIdIn(url: string, appId: string): string | null {
  const base = attachmentPath(appId, '');
  const { pathname } = URL.parse(url, 'http://builder') ?? {};
  return pathname?.startsWith(base) ? pathname.slice(base.length) : null;
}

/** The path on the builder host that serves the file to those who may administer the app. */
export function attachmentPath(appId: string, id: string): string {
  return `/api/apps/${appId}/attachments/${id}`;
}
