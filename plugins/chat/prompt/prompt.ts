import type { App, Files } from '@sayso/apps/ref';
import { cut } from '@sayso/core';
import type { BuildWorkspace, ModelMessage } from '@sayso/models/ref';
import type { CompileProblem } from '@sayso/runtime/ref';
import type { MessageDocument, TurnDocument } from '../collections.ts';
import { type AttachedFiles, attachTo, NO_FILES, PICTURE_TOKENS } from './attached.ts';
import { describeEarlier, type EarlierTurn } from './earlier.ts';
import { data, describeFiles, marked, type ReadOutlines, readFiles } from './files.ts';
import {
  CONTINUE,
  filesRequest,
  MISSING_ACTION,
  PLAN_ONLY,
  repairRequest,
  repairWholeFilesRequest,
  SYSTEM_PROMPT,
  selectedElement,
} from './parts.ts';
import { countTokens, cutToTokens, promptBudget } from './tokens.ts';

/** The input of a turn's request to the model. */
export interface PromptInput {
  readonly app: App;
  readonly turn: Pick<TurnDocument, 'request' | 'currentPath' | 'attachments' | 'isPlan' | 'selection'>;
  readonly files: Files;
  readonly previousFiles: Files | null;
  /** What its code can use, as plugins describe it. */
  readonly abilities?: readonly string[];
  /** Rows that the last change of the app added, by table. */
  readonly addedRows: BuildWorkspace['addedRows'];
  /** The conversation before the request, oldest first. */
  readonly history: readonly MessageDocument[];
  /** The requests before those of `history`, oldest first. */
  readonly earlier?: readonly EarlierTurn[];
  /** Tokens that the model reads and writes at once. */
  readonly window: number;
  readonly outlines: ReadOutlines;
  /** Files of the request. */
  readonly attached?: AttachedFiles;
}

/** The specification's "last 3 messages": the request and two before it. */
export const HISTORY_LENGTH = 2;
/** Characters of an earlier answer. Requests are not cut; of answers only the prose is repeated. */
const MAX_ANSWER = 4000;
const FIX_ERRORS = /^(?:please fix the errors in my app|fix this error)\s*[:.]?\s*/i;

/** Shares of the budget: for the app's description, each earlier message, the request, and what the model has written in this turn already. */
const DESCRIPTION_SHARE = 0.04;
const EARLIER_SHARE = 0.08;
/** For what the app's code can use of packages. */
const ABILITIES_SHARE = 0.03;
/** For a plan that the request may be about to carry out. */
const PLAN_SHARE = 0.15;
/** For the summary of what was asked before. */
const SUMMARY_SHARE = 0.07;
const REQUEST_SHARE = 0.15;
/** For the code of the selected element. */
const SELECTION_SHARE = 0.08;
const MIN_WRITTEN_SHARE = 0.15;
/** For files that the model asked for. */
const READ_SHARE = 0.25;
/** Kept for the files when much has been said or written. */
const FILES_SHARE = 0.2;
/** Tokens of the list of files when none of them fits. */
const FILES_FRAME = 100;
const MAX_PATH = 100;
/** The role and the separators of a message. */
const MESSAGE_TOKENS = 8;

/** A further round of a turn: what the model wrote so far, and what it is asked now. */
interface FurtherRound {
  readonly written: string;
  readonly content: string;
}

/**
 * The messages of a request, within the model's window minus the reserve for its answer. What stays the same comes first, so that providers
 * cache it: the system prompt, then the app, then what changes with each request. Of a text that is too long, the start is kept; of what
 * the model has written, the end.
 */
export async function buildMessages(input: PromptInput, further?: FurtherRound): Promise<ModelMessage[]> {
  return (await compose(input, further)).messages;
}

/** How much of the model's window a request takes, in estimated tokens. */
export interface PromptSize {
  /** What the prompt may have: the window without the reserve for the answer. */
  readonly budget: number;
  /** How the assistant works: the same for every request. */
  readonly instructions: number;
  readonly files: number;
  /** What was said before. */
  readonly conversation: number;
  readonly request: number;
  /** Files of the app that are given whole, and all of them. */
  readonly wholeFiles: number;
  readonly allFiles: number;
}

/** The size of a request, as `buildMessages` would send it. */
export async function measurePrompt(input: PromptInput): Promise<PromptSize> {
  return (await compose(input)).size;
}

async function compose(
  input: PromptInput,
  further?: FurtherRound,
): Promise<{ readonly messages: ModelMessage[]; readonly size: PromptSize }> {
  const { app, abilities = [], turn, files, history, window, earlier: before = [], attached = NO_FILES } = input;
  const budget = promptBudget(window);
  const system: ModelMessage = { role: 'system', content: SYSTEM_PROMPT };
  const words = requestText(cutToTokens(turn.request, budget * REQUEST_SHARE));
  const asked = turn.selection === undefined ? words : `${words}\n\n${selected(turn.selection, budget)}`;
  const request = attachTo(turn.isPlan ? `${asked}\n\n${PLAN_ONLY}` : asked, attached, budget);
  const description = cutToTokens(app.description, budget * DESCRIPTION_SHARE);
  const called = `The app is called "${app.name}".${description === '' ? '' : ` What it is for: ${data(description)}`}`;
  const uses = abilities.length === 0 ? '' : data(cutToTokens(abilities.join('\n'), budget * ABILITIES_SHARE));
  const intro = uses === '' ? called : `${called}\n\nWhat its code can call besides:\n${uses}`;
  const path = turn.currentPath === null ? null : JSON.stringify(cutToTokens(turn.currentPath, MAX_PATH));
  const page = path === null ? '' : `The person is looking at the page:\n${data(path)}`;
  const fixed = tokensOf([system, request]) + countTokens([intro, '', page].join('\n\n')) + MESSAGE_TOKENS;
  const following = further === undefined ? [] : followingMessages(further, budget, budget - fixed);
  const open = budget - fixed - tokensOf(following) - FILES_FRAME;
  const earlier = further === undefined ? rememberWithin(history, budget, open) : [];
  const free = budget - fixed - tokensOf([...earlier, ...following]);
  const room = Math.min(budget * SUMMARY_SHARE, free - budget * FILES_SHARE);
  const summary = further === undefined ? marked(describeEarlier(before.map(withoutErrors), room)) : '';
  const left = free - (summary === '' ? 0 : countTokens(`${summary}\n\n`));
  const focus = { ...turn, request: `${turn.request}${further?.content ?? ''} ${turn.selection?.path ?? ''}` };
  const described = await describeFiles(files, { focus, budget: left, outlines: input.outlines });
  const about = [intro, described.text, summary, page].filter((text) => text !== '').join('\n\n');
  return {
    messages: [system, { role: 'system', content: about }, ...earlier, request, ...following],
    size: {
      budget,
      instructions: tokensOf([system]),
      files: countTokens(intro + described.text),
      conversation: tokensOf(earlier) + countTokens(summary),
      request: tokensOf([request]) + countTokens(page),
      wholeFiles: described.whole,
      allFiles: Object.keys(files).length,
    },
  };
}

function followingMessages({ written, content }: FurtherRound, budget: number, left: number): ModelMessage[] {
  const ask: ModelMessage = { role: 'user', content };
  const most = left - tokensOf([ask]) - MESSAGE_TOKENS - FILES_FRAME;
  const room = Math.max(Math.min(budget * MIN_WRITTEN_SHARE, most), most - budget * FILES_SHARE);
  return [{ role: 'assistant', content: endOf(written, Math.max(1, Math.floor(room))) }, ask];
}

/** The element that the person points at, with its exact place. */
function selected({ path, line, endLine, code }: NonNullable<TurnDocument['selection']>, budget: number): string {
  const place = `${path}, ${line === endLine ? `line ${line}` : `lines ${line} to ${endLine}`}`;
  return selectedElement(place, data(cutToTokens(code, budget * SELECTION_SHARE)));
}

/** The end of a text, of at most so many tokens. */
function endOf(text: string, tokens: number): string {
  if (countTokens(text) <= tokens) return text;
  const dropped = cutToTokens([...text].reverse().join(''), tokens);
  return [...dropped].reverse().join('');
}

function tokensOf(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { content, images = [] }) => sum + countTokens(content) + images.length * PICTURE_TOKENS + MESSAGE_TOKENS,
    0,
  );
}

export function buildWorkspace({ app, turn, files, previousFiles, addedRows }: PromptInput): BuildWorkspace {
  return {
    appId: app.id,
    appName: app.name,
    request: turn.request,
    attachments: (turn.attachments ?? []).map(({ name, contentType }) => ({ name, contentType })),
    files,
    previousFiles,
    addedRows,
    errors: reportedErrors(turn.request),
    isPlan: turn.isPlan === true,
  };
}

/** Asks for the rest of an answer that was cut off. */
export function continueMessages(input: PromptInput, written: string): Promise<ModelMessage[]> {
  return buildMessages(input, { written, content: CONTINUE });
}

/** Asks for the rest of a stream that broke off, in the same round. */
export function resumeMessages(messages: readonly ModelMessage[], written: string): ModelMessage[] {
  return [...messages, { role: 'assistant', content: written }, { role: 'user', content: CONTINUE }];
}

/** Why an answer cannot be applied, and which files are to be written whole. */
export interface Faults {
  readonly problems: readonly string[];
  readonly wholeFiles: readonly string[];
}

/** Asks for corrections of what was written. */
export function repairMessages(input: PromptInput, written: string, { problems, wholeFiles }: Faults): Promise<ModelMessage[]> {
  const limit = promptBudget(input.window) * EARLIER_SHARE;
  const listed = data(cutToTokens(problems.join('\n'), limit));
  const content =
    wholeFiles.length === 0 ? repairRequest(listed) : repairWholeFilesRequest(listed, data(cutToTokens(wholeFiles.join('\n'), limit / 2)));
  return buildMessages(input, { written, content });
}

/** Gives the files that the answer asked for, and asks for its actions. */
export function readFilesMessages(input: PromptInput, written: string, paths: readonly string[]): Promise<ModelMessage[]> {
  const content = filesRequest(readFiles(input.files, paths, promptBudget(input.window) * READ_SHARE));
  return buildMessages(input, { written, content });
}

/** Asks for the actions of an answer that has none. */
export function missingActionMessages(input: PromptInput, written: string): Promise<ModelMessage[]> {
  return buildMessages(input, { written, content: MISSING_ACTION });
}

/** A compile problem with its place, in one line. */
export function describeProblem({ path, line, message }: Pick<CompileProblem, 'path' | 'line' | 'message'>): string {
  return `${path}${line === null ? '' : `:${line}`}: ${message}`;
}

/** Whether a request is to fix errors of the app. */
export function isErrorFix(request: string): boolean {
  return FIX_ERRORS.test(request);
}

/** The app's errors that a request is to fix, one a line. */
function reportedErrors(request: string): string[] {
  if (!isErrorFix(request)) return [];
  return request
    .replace(FIX_ERRORS, '')
    .split('\n')
    .map((line) => line.replace(/^[-*]\s*/, '').trim())
    .filter((line) => line !== '');
}

/** Error reports come from the app's code, so they are marked as data. */
function requestText(request: string): string {
  const errors = reportedErrors(request);
  return errors.length === 0 ? request : `Please fix these errors in my app:\n${data(errors.join('\n'))}`;
}

/** Error reports come from the app's code: of an earlier one, only that there was one is told. */
function withoutErrors({ request, review }: EarlierTurn): EarlierTurn {
  return { request: isErrorFix(request) ? 'Fix errors of the app' : request, review };
}

/** The names of the files of an earlier message. */
function attachedBefore(attachments: NonNullable<MessageDocument['attachments']>): string {
  return attachments.length === 0 ? '' : `\n\nAttached then:\n${data(attachments.map(({ name }) => name).join('\n'))}`;
}

/** The messages before, in at most `room` tokens where that is possible: shorter than usual beside a long request in a small window. */
function rememberWithin(history: readonly MessageDocument[], budget: number, room: number): ModelMessage[] {
  let share = budget;
  let messages = history.map((message) => remember(message, share));
  while (tokensOf(messages) > room && share > 1) {
    share *= 0.8;
    messages = history.map((message) => remember(message, share));
  }
  return messages;
}

/** Earlier answers without their files: those are in the app by now, or were never applied. */
function remember({ role, content, parts, isPlan, attachments = [] }: MessageDocument, budget: number): ModelMessage {
  const tokens = budget * (isPlan && role === 'assistant' ? PLAN_SHARE : EARLIER_SHARE);
  if (role === 'user') return { role, content: [requestText(cutToTokens(content, tokens)), attachedBefore(attachments)].join('') };
  const text = parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'question') return `${part.text}\n`;
      if (part.kind === 'option' || part.kind === 'choice') return `- ${part.text}\n`;
      return part.kind === 'action' ? `[${part.action.title}]\n` : '';
    })
    .join('');
  return { role, content: cutToTokens(cut(text, MAX_ANSWER), tokens) || '(no text)' };
}
