/** Errors of the app are appended to a chat message in a fence of their own, since they are data and not a request. */
const fence = '```app-errors';

export interface AttachedErrors {
  readonly words: string;
  /** How many errors the message carries. */
  readonly count: number;
}

export const withErrors = (words: string, errors: readonly unknown[]): string =>
  `${words}\n\n${fence}\n${JSON.stringify(errors, null, 2)}\n\`\`\``;

/** Splits the attached errors off a message, for display. */
export function readErrors(message: string): AttachedErrors {
  const at = message.indexOf(fence);
  if (at < 0) return { words: message, count: 0 };
  try {
    const errors: unknown = JSON.parse(message.slice(at + fence.length).replace(/```\s*$/, ''));
    return { words: message.slice(0, at).trim(), count: Array.isArray(errors) ? errors.length : 1 };
  } catch {
    return { words: message, count: 0 };
  }
}
