import { fileURLToPath } from 'node:url';
import { ConfinedFailure, confinedText } from '@sayso/core/confined';
import { InvalidFile } from '../../errors.ts';

/** What the process prints. */
export type DocumentAnswer = { readonly text: string } | { readonly fault: 'protected' | 'damaged' };

/** Characters of a document that are read. */
const MAX_TEXT = 200_000;
/** What they may take as JSON. */
const MAX_ANSWER = MAX_TEXT * 8;
const PROGRAM = fileURLToPath(new URL('./document.child.ts', import.meta.url));
const LIMITS = { libraries: ['unpdf', 'mammoth'], timeoutMs: 15_000, heapMb: 256, residentMb: 600 };

const FAULTS = {
  protected: 'is protected by a password',
  damaged: 'cannot be read. It may be damaged',
  large: 'takes too much time or memory to read',
} as const;

/** The text of a PDF or Word file, read in a confined process. Throws `InvalidFile`. */
export async function readDocument(path: string, kind: 'pdf' | 'docx'): Promise<string> {
  const answer = await answerOf(path, kind);
  if ('text' in answer) return answer.text;
  throw new InvalidFile(`The file ${FAULTS[answer.fault]}.`);
}

async function answerOf(file: string, kind: string): Promise<DocumentAnswer | { readonly fault: 'large' }> {
  try {
    return JSON.parse(await confinedText({ program: PROGRAM, file, args: [kind, String(MAX_TEXT)], ...LIMITS }, MAX_ANSWER));
  } catch (error) {
    return { fault: error instanceof ConfinedFailure && error.isLimit ? 'large' : 'damaged' };
  }
}
