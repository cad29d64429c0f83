/** A transient notification (toast). */
export interface Notice {
  readonly text: string;
  readonly tone?: 'plain' | 'error';
  readonly undo?: () => void;
}

/** How long a deletion can be undone. */
export const UNDO_MS = 6000;

/** Shows a notification; lazy-loads the toaster with the first one. */
export async function notify(notice: Notice): Promise<void> {
  const { showToast } = await import('../lazy/toasts.tsx');
  showToast(notice, UNDO_MS);
}

/** The message of a failed call, without the name of the called method. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[\w.]+: /, '').replace(/`([^`]+)`/g, '“$1”');
}
