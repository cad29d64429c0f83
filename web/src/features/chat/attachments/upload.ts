import type { AttachmentFieldsFragment } from '../../../gen/chat.ts';
import { fromServer, translator } from '../../../i18n/language.ts';
import { MAX_FILE_BYTES } from '../../../lib/fileDrop.ts';
import { answerOf, cutUploadSentence, proxySentence } from '../../../lib/refusals.ts';

export type Attachment = AttachmentFieldsFragment;

/** A file that the server does not accept; `message` is for the builder. */
export class UploadRefused extends Error {}

export const isPicture = (type: string): boolean => type.startsWith('image/');

/** Uploads a file for a message. Throws `UploadRefused`. */
export async function upload(appId: string, file: File, signal: AbortSignal): Promise<Attachment> {
  const t = translator();
  if (file.size > MAX_FILE_BYTES) throw new UploadRefused(t('common.files.tooLarge'));
  const form = new FormData();
  form.set('file', file);
  const failed = isPicture(file.type) ? t('chat.files.pictureFailed') : t('chat.files.failed');
  const response = await fetch(`/api/apps/${appId}/attachments`, { method: 'POST', body: form, signal }).catch(() => null);
  if (response === null) throw new UploadRefused(cutUploadSentence(file.size) ?? failed);
  const answer = (await answerOf(response).catch(() => null)) as (Omit<Attachment, '__typename'> & { message?: string }) | null;
  if (answer === null) throw new UploadRefused(proxySentence(response.status) ?? failed);
  if (response.ok) return { __typename: 'Attachment', ...answer };
  throw new UploadRefused((response.status < 500 && fromServer(answer.message ?? '')) || failed);
}
