import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The sections of the system prompt, in their order. */
const SYSTEM = ['1-role', '2-actions', '3-files', '4-blocks', '5-tables', '6-design', '7-data'] as const;
/** What a turn adds to a request, or asks in a further round. */
const ROUNDS = ['plan-only', 'continue', 'missing-action', 'repair', 'repair-whole-files', 'read-files', 'selected'] as const;

type Part = (typeof SYSTEM)[number] | (typeof ROUNDS)[number];

/** The files in `parts`, in the order in which the version covers them. */
export const PARTS: readonly Part[] = [...SYSTEM, ...ROUNDS];

const texts = new Map(PARTS.map((name) => [name, readFileSync(new URL(`./parts/${name}.md`, import.meta.url), 'utf8').trimEnd()]));
const textOf = (name: Part): string => texts.get(name) ?? '';

/** The system prompt: what an app consists of, and how to write changes. The same for every app, so that providers can cache it. */
export const SYSTEM_PROMPT = SYSTEM.map(textOf).join('\n\n');
export const PLAN_ONLY = textOf('plan-only');
export const CONTINUE = textOf('continue');
export const MISSING_ACTION = textOf('missing-action');

/** Identifies the texts of all parts: 12 hexadecimal digits, which change with any of them. */
export const PROMPT_VERSION = createHash('sha256')
  .update(JSON.stringify([...texts]))
  .digest('hex')
  .slice(0, 12);

/** Asks to correct problems, which are marked as data. */
export function repairRequest(problems: string): string {
  return fill('repair', { problems });
}

/** Asks to correct problems by writing files as a whole. Both are marked as data. */
export function repairWholeFilesRequest(problems: string, files: string): string {
  return fill('repair-whole-files', { problems, files });
}

/** Gives files that the model asked for, marked as data. */
export function filesRequest(files: string): string {
  return fill('read-files', { files });
}

/** Says what a request is about. The code is marked as data. */
export function selectedElement(place: string, code: string): string {
  return fill('selected', { place, code });
}

/** A part with values for its `{{names}}`; values are inserted as they are. */
function fill(name: Part, values: Readonly<Record<string, string>>): string {
  return textOf(name).replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
}
