import { fileURLToPath } from 'node:url';
import { ConfinedFailure, confinedText } from '@sayso/core/confined';
import { AttachmentInvalid } from '../errors.ts';

/** What the process prints. */
export type PdfAnswer = { readonly text: string } | { readonly fault: 'protected' | 'damaged' };

/** Characters of a document that are kept for the model. */
const MAX_TEXT = 200_000;
/** What they may take as JSON. */
const MAX_ANSWER = MAX_TEXT * 8;
const PROGRAM = fileURLToPath(new URL('./pdf.child.ts', import.meta.url));
/** The time is below that of the worker, which could not end the process any more. */
const LIMITS = { libraries: ['unpdf'], timeoutMs: 15_000, heapMb: 256, residentMb: 600 };

const FAULTS = {
  protected: 'it is protected by a password',
  damaged: 'it is damaged',
  large: 'reading it takes too much time or memory',
} as const;

/** The text of a PDF, read in a confined process. Throws `AttachmentInvalid`. */
export async function readPdf(path: string, name: string): Promise<string> {
  const answer = await answerOf(path);
  if ('text' in answer) return answer.text;
  throw new AttachmentInvalid(name, FAULTS[answer.fault]);
}

async function answerOf(file: string): Promise<PdfAnswer | { readonly fault: 'large' }> {
  try {
    return JSON.parse(await confinedText({ program: PROGRAM, file, args: [String(MAX_TEXT)], ...LIMITS }, MAX_ANSWER));
  } catch (error) {
    return { fault: error instanceof ConfinedFailure && error.isLimit ? 'large' : 'damaged' };
  }
}
