import { InvalidParameters } from '../errors.ts';
import type { Files } from '../files/files.ts';
import { isRaster } from '../files/images.ts';
import type { IntegrationCall } from '../ref.ts';
import type { Reader } from './documents/reader.ts';

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
export async function attachedTo(
  { files, reader }: { readonly files: Files; readonly reader: Reader },
  call: IntegrationCall,
  references: readonly string[],
): Promise<AttachedFiles> {
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
    const text = await reader.text(file, room);
    room -= text.length;
    texts.push(`=== ${file.name}\n${text}`);
  }
  return { text: texts.join('\n'), images };
}
