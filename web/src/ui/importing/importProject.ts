import { notifyError } from '../../lib/notify.ts';
import { answerIn, cutUploadSentence, refusalSentence } from '../../lib/refusals.ts';

/** The answer of `POST /api/apps/import`. */
export interface Imported {
  readonly id: string;
  readonly name: string;
  readonly taken: number;
  readonly left: readonly {
    readonly path: string;
    readonly reason: 'about' | 'library' | 'test' | 'server' | 'static' | 'unknown' | 'refused';
    readonly message: string | null;
  }[];
  readonly changed: readonly { readonly path: string; readonly message: string }[];
  readonly backEnds: readonly { readonly name: string; readonly instead: string; readonly files: readonly string[] }[];
  /** Those that the code names and that the app may not reach yet. */
  readonly hosts: readonly { readonly kind: string; readonly host: string; readonly path: string }[];
  /** Tables that pages read which need no log-in, while visitors may not. */
  readonly closed: readonly {
    readonly table: string;
    readonly pages: readonly string[];
    /** Such pages change its rows, too. */
    readonly isChanged: boolean;
    readonly columns: readonly { readonly name: string; readonly isPersonal: boolean }[];
  }[];
  readonly task: string | null;
}

/** Null after a notice when the server refused the file. `onSent` is called with the share that was sent. */
export async function importProject(file: File, onSent: (share: number) => void): Promise<Imported | null> {
  const form = new FormData();
  form.set('file', file);
  const sent = await send(form, onSent).catch((error: unknown) => {
    const cut = cutUploadSentence(file.size);
    if (cut === null) throw error;
    notifyError(cut);
    return null;
  });
  if (sent === null) return null;
  const { status, text } = sent;
  const answer = answerIn(text);
  if (status === 200 && answer !== null) return answer as Imported;
  notifyError(refusalSentence(status, answer));
  return null;
}

/** Not `fetch`, which does not tell how much was sent. */
function send(form: FormData, onSent: (share: number) => void): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
    request.upload.onload = () => onSent(1);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new TypeError('fetch'));
    request.open('POST', '/api/apps/import');
    request.send(form);
  });
}
