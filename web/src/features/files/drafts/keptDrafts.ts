/** Unsaved changes of a file, as the browser keeps them. */
export interface KeptDraft {
  readonly path: string;
  readonly text: string;
  /** The version that was open. */
  readonly versionId: string;
  /** Hash of the saved text that the changes were made on. */
  readonly base: string;
  /** When they were kept, ISO 8601. */
  readonly at: string;
}

export interface KeptDrafts {
  /** Last changed first. */
  read(): KeptDraft[];
  /** Replaces what is kept of the same file. */
  write(draft: KeptDraft): void;
  remove(path: string): void;
}

/** Characters of all kept drafts together; the oldest are removed first. Browsers have room for about 5 million. */
const MAX_LENGTH = 2_000_000;
const PREFIX = 'sayso-code';

/** In the local storage, apart for each account and app, so that no other account of this browser gets them offered. */
export function keptDraftsOf(accountId: () => string, appId: string, storage: Storage = localStorage): KeptDrafts {
  const prefix = () => `${PREFIX}:${accountId()}:${appId}:`;
  const read = (): KeptDraft[] =>
    keysOf(storage, prefix())
      .flatMap((key) => parse(storage.getItem(key)) ?? [])
      .sort((a, b) => b.at.localeCompare(a.at));
  const remove = (path: string) => safely(() => storage.removeItem(prefix() + path));
  return {
    read: () => safely(read) ?? [],
    write(draft) {
      if (draft.text.length > MAX_LENGTH) return;
      safely(() => {
        makeRoom(storage, { except: prefix() + draft.path, length: draft.text.length });
        storage.setItem(prefix() + draft.path, JSON.stringify(draft));
      });
    },
    remove,
  };
}

/** 53 bits of a text, or of a file that does not exist; not for security. */
export function hashOf(text: string | null): string {
  if (text === null) return '';
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}${text.length.toString(36)}`;
}

function makeRoom(storage: Storage, { except, length }: { readonly except: string; readonly length: number }): void {
  const others = keysOf(storage, `${PREFIX}:`)
    .filter((key) => key !== except)
    .map((key) => ({ key, draft: parse(storage.getItem(key)) }))
    .sort((a, b) => (a.draft?.at ?? '').localeCompare(b.draft?.at ?? ''));
  let total = length + others.reduce((sum, { draft }) => sum + (draft?.text.length ?? 0), 0);
  for (const { key, draft } of others) {
    if (total <= MAX_LENGTH) return;
    storage.removeItem(key);
    total -= draft?.text.length ?? 0;
  }
}

function keysOf(storage: Storage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(prefix));
}

function parse(stored: string | null): KeptDraft | null {
  try {
    const draft = JSON.parse(stored ?? 'null') as KeptDraft | null;
    const fields = [draft?.path, draft?.text, draft?.versionId, draft?.base, draft?.at];
    return fields.every((field) => typeof field === 'string') ? draft : null;
  } catch {
    return null;
  }
}

/** Storage may be blocked or full: the changes then last until the tab is closed. */
function safely<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
