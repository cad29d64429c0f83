import type { Files } from '@sayso/apps/ref';
import { Attachments } from '../attachments/attachments.ts';
import type { MessageDocument, TurnDocument } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import { type AttachedFiles, NO_FILES } from '../prompt/attached.ts';
import { type EarlierTurn, MAX_EARLIER, MAX_REVIEWED } from '../prompt/earlier.ts';
import { HISTORY_LENGTH, type PromptInput } from '../prompt/prompt.ts';
import type { TurnRun } from './turn-run.ts';

/** How many turns are searched for the last one that changed something. */
const MAX_SEARCHED_TURNS = 20;

/** A turn, its app, and the files of the version that it is based on. */
export type TurnBase = Pick<TurnRun, 'turn' | 'app' | 'base'>;

/** Reads what the prompt of a turn needs. */
export async function readPromptInput(context: ChatContext, { turn, app, base }: TurnBase): Promise<PromptInput> {
  const [history, earlier, lastChange, window] = await Promise.all([
    context.collections.messages.find(
      { appId: app.id, isHidden: false, _id: { $lt: turn.userMessageId } },
      { sort: { _id: -1 }, limit: HISTORY_LENGTH },
    ),
    readEarlier(context, turn),
    findLastChange(context, turn),
    context.needs.models.window(turn.model),
  ]);
  const attached = await readAttached(context, turn, history);
  // A change of rows alone made no version: the files before it are the same.
  const previousFiles = lastChange !== null && lastChange.versionId === null ? null : await readPreviousFiles(context, turn);
  return {
    app,
    turn,
    files: base,
    previousFiles,
    addedRows: lastChange?.addedRows ?? [],
    history: history.reverse(),
    earlier,
    window,
    attached,
  };
}

/** The requests before those that the prompt repeats, with what the newer ones changed. */
async function readEarlier({ collections }: ChatContext, { appId, userMessageId }: TurnDocument): Promise<EarlierTurn[]> {
  const visible = { appId, isHidden: false, _id: { $lt: userMessageId } };
  const newest = { sort: { _id: -1 } } as const;
  const requests = await collections.messages.find(
    { ...visible, role: 'user' },
    { ...newest, limit: MAX_EARLIER, projection: { turnId: 1, content: 1 } },
  );
  // The newest one is repeated with its answer.
  const earlier = requests.slice(1).reverse();
  if (earlier.length === 0) return [];
  const reviewed = await collections.messages.find(
    { turnId: { $in: earlier.slice(-MAX_REVIEWED).map(({ turnId }) => turnId) }, role: 'assistant' },
    { projection: { turnId: 1, review: 1 } },
  );
  const reviews = new Map(reviewed.map(({ turnId, review }) => [turnId, review ?? null]));
  return earlier.map(({ turnId, content }) => ({ request: content, review: reviews.get(turnId) ?? null }));
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
async function findLastChange({ collections }: ChatContext, { _id, appId, baseVersionId }: TurnDocument): Promise<TurnDocument | null> {
  const turns = await collections.turns.find(
    { appId, status: 'ready', _id: { $lt: _id } },
    { sort: { _id: -1 }, limit: MAX_SEARCHED_TURNS },
  );
  const last = turns.find(({ versionId, addedRows = [] }) => versionId !== null || addedRows.length > 0);
  return last !== undefined && (last.versionId ?? last.baseVersionId) === baseVersionId ? last : null;
}

async function readPreviousFiles({ needs }: ChatContext, { appId, baseVersionId }: TurnDocument): Promise<Files | null> {
  const current = baseVersionId === null ? null : await needs.apps.version(appId, baseVersionId);
  return current === null || current.parentId === null ? null : needs.apps.files(appId, current.parentId);
}
