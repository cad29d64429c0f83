import { useState } from 'react';
import type { Attachment } from './attachments/upload.ts';
import { useAttachments } from './attachments/useAttachments.ts';
import type { Message } from './liveTurn.ts';
import { plainText } from './thread.ts';

const keyOf = (appId: string) => `sayso-draft-${appId}`;

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage may be blocked; the draft lasts until the page is closed.
  }
}

interface Editing {
  /** The message to be replaced. */
  readonly id: string;
  /** What was in the box before. */
  readonly before: string;
  /** The files before. */
  readonly filesBefore: readonly Attachment[];
}

/** The text and the files of the message box, kept over a reload, and the earlier message that it replaces. */
export function useComposer(appId: string, takesPictures: boolean) {
  const key = keyOf(appId);
  const [text, setText] = useState(() => read(key));
  const [editing, setEditing] = useState<Editing | null>(null);
  const files = useAttachments({ appId, takesPictures, isKept: editing === null });
  const change = (next: string) => {
    setText(next);
    // After a reload the text of an edited message would be sent as a new one.
    if (editing === null) write(key, next);
  };
  return {
    text,
    files,
    /** Neither text nor files. */
    isEmpty: text.trim() === '' && files.files.length === 0,
    change,
    /** Id of the message to be replaced; null for a new one. */
    replaces: editing?.id ?? null,
    edit: (message: Message) => {
      setEditing((current) => ({
        id: message.id,
        before: current?.before ?? text,
        filesBefore: current?.filesBefore ?? files.attachments,
      }));
      setText(plainText(message));
      files.replace(message.attachments);
    },
    cancel: () => {
      setText(editing?.before ?? '');
      files.replace(editing?.filesBefore ?? []);
      setEditing(null);
    },
    /** Empties the box after sending. */
    clear: () => {
      const next = editing?.before ?? '';
      setText(next);
      write(key, next);
      files.replace(editing?.filesBefore ?? []);
      setEditing(null);
    },
  };
}

export type ComposerState = ReturnType<typeof useComposer>;
