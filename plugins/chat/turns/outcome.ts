import type { Staged } from '../changes/stage.ts';
import { isErrorFix } from '../prompt/prompt.ts';
import type { MessagePart } from '../ref.ts';

const SAME = 'Your app did not change: everything in this answer is in your app already.';
const CODE_ONLY =
  'Your app did not change: this answer shows code, but does not say which file it belongs to. Ask the assistant to put it into your app.';
const NOT_FIXED = 'Your app did not change, so the errors may still be there. Try again, or say what you see.';
/** Shorter fenced pieces are names and commands that an answer mentions. */
const MIN_CODE = 20;

/** A note for the builder on a complete answer that was repaired, or that changed nothing though it seems to have; null when none is needed. */
export function noteOn(
  request: string,
  parts: readonly MessagePart[],
  { changes, inserts, deletions, repaired = [] }: Staged,
): string | null {
  if (repaired.length > 0) return `Small mistakes in this answer were corrected automatically: ${repaired.join(', ')}.`;
  if (changes.length + inserts.length + deletions.length > 0) return null;
  if (parts.some(isChange)) return SAME;
  if (parts.some((part) => part.kind === 'text' && holdsCode(part.text))) return CODE_ONLY;
  return isErrorFix(request) ? NOT_FIXED : null;
}

/** An announcement of a change, in English or German. */
const PROMISE =
  /\b(?:I(?:'ll|’ll| will|'ve| have|'m going to| am going to)|Let me) (?:now |also |just )?(?:add|build|change|create|fix|make|remov|renam|replac|updat|writ)|\bich (?:werde|habe) .{0,80}(?:hinzufügen|hinzugefügt|erstell|ergänz|änder|bau|gebaut|korrigier)/iu;

/** Whether an answer shows code or announces a change, but has no action and asks nothing. */
export function lacksActions(parts: readonly MessagePart[]): boolean {
  if (parts.some((part) => isChange(part) || part.kind === 'question')) return false;
  return parts.some(
    (part) => part.kind === 'text' && (holdsCode(part.text) || (PROMISE.test(part.text) && !part.text.trimEnd().endsWith('?'))),
  );
}

/** An action, unless it only reads a file. */
function isChange(part: MessagePart): boolean {
  return part.kind === 'action' && part.action.type !== 'read_file';
}

/** Fenced code, bare code, or a tool call in a model's own format. */
function holdsCode(text: string): boolean {
  const fenced = [...text.matchAll(/```[^\n]*\n([\s\S]*?)(?:```|$)/g)].some(([, code = '']) => code.trim().length >= MIN_CODE);
  return fenced || /^(?:import .+ from ['"]|export default |<action\b|<tool_call>|\{"name":)/m.test(text);
}
