import { InvalidParameters, UnsupportedFile } from '../errors.ts';
import type { Files } from '../files/files.ts';
import { isRaster } from '../files/images.ts';
import type { IntegrationCall } from '../ref.ts';

/** What a model gets of the files of a call. */
export interface AttachedFiles {
  /** Marked as data; empty without texts. */
  readonly text: string;
  readonly images: readonly { readonly contentType: string; readonly data: string }[];
}

const MAX_FILES = 10;
/** Characters of all texts together. */
const MAX_TEXT = 200_000;

/** Reads the files that a call names, which have to be files of its app. */
export async function attachedTo(files: Files, call: IntegrationCall, references: readonly string[]): Promise<AttachedFiles> {
  if (references.length > MAX_FILES) throw new InvalidParameters(`At most ${MAX_FILES} files can be given to the model at once.`);
  const texts: string[] = [];
  const images: AttachedFiles['images'][number][] = [];
  let room = MAX_TEXT;
  // All are found first: nothing is decoded for a call that is refused.
  for (const file of await Promise.all(references.map((one) => files.named(call, one)))) {
    if (isRaster(file.type)) {
      images.push(await files.forModel(file));
      continue;
    }
    if (!isText(file.type)) throw new UnsupportedFile(`The file "${file.name}" can be stored, but not read. Pictures and texts can.`);
    const text = await files.text(file, room);
    room -= text.length;
    texts.push(`=== ${file.name}\n${text}`);
  }
  return { text: texts.join('\n'), images };
}

function isText(type: string): boolean {
  return type.startsWith('text/') || type === 'application/json' || type === 'image/svg+xml';
}
