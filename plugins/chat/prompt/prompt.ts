import type { App, Files } from '@sayso/apps/ref';
import { cut } from '@sayso/core';
import type { BuildWorkspace, ModelMessage } from '@sayso/models/ref';
import type { CompileProblem } from '@sayso/runtime/ref';
import type { MessageDocument, TurnDocument } from '../collections.ts';
import { data, describeFiles } from './files.ts';
import { SYSTEM_PROMPT } from './system.ts';

/** The input of a turn's request to the model. */
export interface PromptInput {
  readonly app: App;
  readonly turn: Pick<TurnDocument, 'request' | 'currentPath'>;
  readonly files: Files;
  readonly previousFiles: Files | null;
  /** Rows that the last change of the app added, by table. */
  readonly addedRows: BuildWorkspace['addedRows'];
  /** The conversation before the request, oldest first. */
  readonly history: readonly MessageDocument[];
}

/** The specification's "last 3 messages": the request and two before it. */
export const HISTORY_LENGTH = 2;
/** Characters of an earlier answer. Requests are not cut; of answers only the prose is repeated. */
const MAX_ANSWER = 4000;
const FIX_ERRORS = /^(?:please fix the errors in my app|fix this error)\s*[:.]?\s*/i;

export function buildMessages({ app, turn, files, history }: PromptInput): ModelMessage[] {
  const about = [
    `The app is called "${app.name}".${app.description === '' ? '' : ` What it is for: ${data(app.description)}`}`,
    turn.currentPath === null ? '' : `The person is looking at the page ${JSON.stringify(turn.currentPath)}.`,
    describeFiles(files, turn),
  ];
  return [
    { role: 'system', content: SYSTEM_PROMPT },
    { role: 'system', content: about.filter((text) => text !== '').join('\n\n') },
    ...history.map(remember),
    { role: 'user', content: requestText(turn.request) },
  ];
}

export function buildWorkspace({ app, turn, files, previousFiles, addedRows }: PromptInput): BuildWorkspace {
  return { appId: app.id, appName: app.name, request: turn.request, files, previousFiles, addedRows, errors: reportedErrors(turn.request) };
}

/** Asks for the rest of an answer that was cut off. */
export function continueMessages(messages: readonly ModelMessage[], written: string): ModelMessage[] {
  const content = `Your answer was cut off. Go on exactly behind its last character. Repeat nothing, open no action that is open already,
and write no sentence in between.`;
  return [...messages, { role: 'assistant', content: written }, { role: 'user', content }];
}

/** Asks for corrections of what was written. */
export function repairMessages(messages: readonly ModelMessage[], written: string, problems: readonly string[]): ModelMessage[] {
  const content = `The changes cannot be applied yet:\n${data(problems.join('\n'))}\nWrite only the actions that correct this, on top of those
that you have written already. A file that fails to match an edit is best given whole, with add_file.`;
  return [...messages, { role: 'assistant', content: written }, { role: 'user', content }];
}

/** A compile problem with its place, in one line. */
export function describeProblem({ path, line, message }: CompileProblem): string {
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

/** Earlier answers without their files: those are in the app by now, or were never applied. */
function remember({ role, content, parts }: MessageDocument): ModelMessage {
  if (role === 'user') return { role, content };
  const text = parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'action' ? `[${part.action.title}]\n` : '';
    })
    .join('');
  return { role, content: cut(text, MAX_ANSWER) || '(no text)' };
}
