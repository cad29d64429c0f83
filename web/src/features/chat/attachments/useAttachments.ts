import { useEffect, useRef, useState } from 'react';
import { translator } from '../../../i18n/language.ts';
import { MAX_FILES } from '../../../lib/fileDrop.ts';
import { randomId } from '../../../lib/id.ts';
import { type Attachment, isPicture, upload } from './upload.ts';

/** A file in the message box. */
export type DraftFile = { readonly key: string; readonly name: string } & (
  | { readonly state: 'uploading' }
  | { readonly state: 'ready'; readonly attachment: Attachment }
  | { readonly state: 'failed'; readonly error: string }
);

const keyOf = (appId: string) => `sayso-files-${appId}`;

function read(appId: string): DraftFile[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(appId)) ?? '[]');
    return Array.isArray(stored) ? (stored as Attachment[]).map(ready) : [];
  } catch {
    return [];
  }
}

function write(appId: string, files: readonly DraftFile[]): void {
  try {
    sessionStorage.setItem(keyOf(appId), JSON.stringify(attachmentsOf(files)));
  } catch {
    // Storage may be blocked; the files last until the page is closed.
  }
}

const ready = (attachment: Attachment): DraftFile => ({ key: attachment.id, name: attachment.name, state: 'ready', attachment });
const attachmentsOf = (files: readonly DraftFile[]): Attachment[] =>
  files.flatMap((file) => (file.state === 'ready' ? [file.attachment] : []));

interface Options {
  readonly appId: string;
  /** Whether the model takes pictures: others are refused before they are sent. */
  readonly takesPictures: boolean;
  /** Uploaded files are kept over a reload. */
  readonly isKept: boolean;
}

/** The files of the message box. */
export function useAttachments({ appId, takesPictures, isKept }: Options) {
  const [files, setFiles] = useState(() => read(appId));
  const uploads = useRef(new Map<string, AbortController>());
  useEffect(() => {
    if (isKept) write(appId, files);
  }, [appId, files, isKept]);
  useEffect(() => {
    const { current } = uploads;
    return () => current.forEach((controller) => void controller.abort());
  }, []);

  const settle = (key: string, next: DraftFile) => setFiles((now) => now.map((each) => (each.key === key ? next : each)));
  const start = async (key: string, file: File) => {
    const { name } = file;
    const controller = new AbortController();
    uploads.current.set(key, controller);
    try {
      if (!takesPictures && isPicture(file.type)) throw new Error(translator()('chat.files.noPictures'));
      settle(key, { key, name, state: 'ready', attachment: await upload(appId, file, controller.signal) });
    } catch (error) {
      settle(key, { key, name, state: 'failed', error: (error as Error).message });
    } finally {
      uploads.current.delete(key);
    }
  };

  return {
    files,
    /** Those that a message can have. */
    attachments: attachmentsOf(files),
    /** All files are uploaded. */
    isReady: files.every(({ state }) => state === 'ready'),
    add: (chosen: readonly File[]) => {
      const room = MAX_FILES - files.length;
      const added = chosen.map((file, at) => ({ file, key: randomId(), isOver: at >= room }));
      const error = translator()('common.files.tooMany', { max: MAX_FILES });
      setFiles((now) => [
        ...now,
        ...added
          .slice(0, room + 1)
          .map(
            ({ key, file: { name }, isOver }): DraftFile =>
              isOver ? { key, name, state: 'failed', error } : { key, name, state: 'uploading' },
          ),
      ]);
      for (const { key, file, isOver } of added) if (!isOver) void start(key, file);
    },
    /** Adds files of a queued message. */
    addUploaded: (attachments: readonly Attachment[]) => setFiles((now) => [...now, ...attachments.map(ready)].slice(0, MAX_FILES)),
    remove: (key: string) => {
      uploads.current.get(key)?.abort();
      setFiles((now) => now.filter((each) => each.key !== key));
    },
    replace: (attachments: readonly Attachment[]) => setFiles(attachments.map(ready)),
  };
}
