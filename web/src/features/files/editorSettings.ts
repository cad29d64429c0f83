import { type Cell, createCell } from '../../lib/workspace/cell.ts';

/** A choice that this browser remembers. */
function keptChoice(key: string, initial: boolean): Cell<boolean> {
  const cell = createCell(read(key) ?? initial);
  return {
    ...cell,
    set(value) {
      cell.set(value);
      try {
        localStorage.setItem(key, String(value));
      } catch {
        // Storage may be blocked; the choice lasts until the page is closed.
      }
    },
  };
}

function read(key: string): boolean | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : stored === 'true';
  } catch {
    return null;
  }
}

/** Files are saved 2 s after the last change. */
export const isAutosaving = keptChoice('sayso-code-autosave', true);

/** Files are laid out when they are saved by hand. */
export const isFormatting = keptChoice('sayso-code-format', true);
