import type { Files } from '@sayso/apps/ref';
import { Attachments } from '../attachments/attachments.ts';
import type { MessageDocument, TurnDocument } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import { type AttachedFiles, NO_FILES } from '../prompt/attached.ts';
import type { ReadOutlines } from '../prompt/files.ts';
import type { PromptInput } from '../prompt/prompt.ts';
import type { Conversation } from './conversation.ts';
import type { TurnRun } from './turn-run.ts';

/** A turn, its app, and the files of the version that it is based on. */
export type TurnBase = Pick<TurnRun, 'turn' | 'app' | 'base'>;

/** Reads what the prompt of a turn needs, beside the conversation before it. */
export async function readPromptInput(
  context: ChatContext,
  { turn, app, base }: TurnBase,
  conversation: Conversation,
): Promise<PromptInput> {
  const { history, earlier } = conversation;
  const lastChange = lastChangeOf(turn, conversation);
  const [window, abilities, attached, previousFiles] = await Promise.all([
    context.needs.models.window(turn.model),
    readAbilities(context, app.id),
    readAttached(context, turn, history),
    // A change of rows alone made no version: the files before it are the same.
    lastChange !== null && lastChange.versionId === null ? null : readPreviousFiles(context, turn),
  ]);
  const outlines = (files: Files) => readOutlines(context, app.id, files);
  const addedRows = lastChange?.addedRows ?? [];
  return { app, abilities, turn, files: base, previousFiles, addedRows, history, earlier, window, outlines, attached };
}

/** Without them, files that are not shown whole are named: the compiler may be busy, or may end at the text of an app. */
async function readOutlines({ needs, log }: ChatContext, appId: string, files: Files): ReturnType<ReadOutlines> {
  try {
    return await needs.runtime.outlines({ appId, files });
  } catch (err) {
    log.warn({ err, appId }, 'The prompt lacks the signatures of files');
    return {};
  }
}

/** The assistant works without them, too. */
async function readAbilities({ needs, log }: ChatContext, appId: string): Promise<readonly string[]> {
  try {
    return await needs.apps.abilities(appId);
  } catch (err) {
    log.warn({ err, appId }, 'The prompt lacks what the app can use');
    return [];
  }
}

/** The files of the request, and those of the plan before it, which it may be about to carry out. */
async function readAttached(
  context: ChatContext,
  { appId, attachments = [], model }: TurnDocument,
  history: readonly MessageDocument[],
): Promise<AttachedFiles> {
  const planned = history.flatMap((message) => (message.isPlan && message.attachments) || []);
  const all = [...planned.filter(({ id }) => attachments.every((own) => own.id !== id)), ...attachments];
  if (all.length === 0) return NO_FILES;
  const [files, takesPictures] = await Promise.all([
    new Attachments(context).forModel(appId, all),
    context.needs.models.readsImages(model),
  ]);
  return { files, takesPictures };
}

/** The turn that changed the app last; null when something else did, such as a manual edit. */
function lastChangeOf({ baseVersionId }: TurnDocument, { lastChange: last }: Conversation): TurnDocument | null {
  return last !== null && (last.versionId ?? last.baseVersionId) === baseVersionId ? last : null;
}

async function readPreviousFiles({ needs }: ChatContext, { appId, baseVersionId }: TurnDocument): Promise<Files | null> {
  const current = baseVersionId === null ? null : await needs.apps.version(appId, baseVersionId);
  return current === null || current.parentId === null ? null : needs.apps.files(appId, current.parentId);
}
