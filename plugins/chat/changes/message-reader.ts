import type { MessageActions } from '@sayso/validator/ref';
import { Transcript } from '../output/transcript.ts';
import { stageActions } from './stage.ts';

/** Reads messages as turns do. `filePath`: the canonical path of a file; throws for an invalid one. */
export function messageReader(filePath: (path: string) => string): MessageActions {
  return {
    apply(files, content) {
      const transcript = new Transcript();
      transcript.text(content);
      transcript.end(true);
      return stageActions(files, transcript.parts, { filePath, rounds: transcript.rounds }).files;
    },
  };
}
