/** A line that comes up and goes by itself. */
export interface Notice {
  readonly text: string;
  readonly tone?: 'plain' | 'error';
  readonly undo?: () => void;
}

/** How long a removed row can be brought back. */
export const UNDO_MS = 6000;

/** Shows a notice. What draws it is loaded with the first one. */
export async function notify(notice: Notice): Promise<void> {
  const { showToast } = await import('../lazy/toasts.tsx');
  showToast(notice);
}

/** The words of a failed call, without the name of the method that the app called. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[\w.]+: /, '').replace(/`([^`]+)`/g, '“$1”');
}
