import { answerOf, cutUploadSentence, proxySentence } from '../../../lib/refusals.ts';
import { ApiError } from '../rows/api.ts';

/** The specification's limit: images are below it. */
const MAX_BYTES = 10_000_000;

/** Why a file is not uploaded; a text of the catalogue. */
export type FileProblem = 'notFound' | 'notImage' | 'tooLarge';

export function problemOf(file: Pick<File, 'type' | 'size'> | null): FileProblem | null {
  if (file === null) return 'notFound';
  if (!file.type.startsWith('image/')) return 'notImage';
  return file.size < MAX_BYTES ? null : 'tooLarge';
}

/** Stores an image among the files of the app, with the builder's session, and resolves with its address. Throws `ApiError` for a refusal. */
export async function uploadImage(appId: string, file: File, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const url = `/api/apps/${encodeURIComponent(appId)}/integration-endpoints/Core/UploadFile`;
  const response = await fetch(url, { method: 'POST', credentials: 'same-origin', body, signal }).catch((error: unknown) => {
    const cut = signal.aborted ? null : cutUploadSentence(file.size);
    throw cut === null ? error : new ApiError(cut, 0);
  });
  const answer = (await answerOf(response)) as { readonly file_url?: unknown; readonly message?: string } | null;
  // No status of the server, whose own failures are not explained.
  if (answer === null) throw new ApiError(proxySentence(response.status) ?? '', 0);
  if (!response.ok) throw new ApiError(answer?.message ?? '', response.status);
  // An image cell must return a file URL.
  if (typeof answer?.file_url !== 'string' || answer.file_url === '') throw new ApiError('', response.status);
  return answer.file_url;
}

const RESIZED = /\/api\/files\/[^/?#]+\/[^/?#]+\/[^/?#]+\.(?:png|jpe?g|webp|avif)$/;

/** The address of a smaller copy of an uploaded image; others are shown as they are. */
export function smallImage(url: string, width: 160 | 640): string {
  return RESIZED.test(url) ? `${url}?width=${width}` : url;
}
