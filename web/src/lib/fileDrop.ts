import { type ClipboardEvent, type DragEvent, useState } from 'react';

const EXTENSIONS = '.pdf,.docx,.xlsx,.png,.jpg,.jpeg,.webp,.gif,.csv,.tsv,.txt,.md,.json,.xml,.html,.log,.yaml,.yml';
/** The files that a message can have, for a file input. */
export const acceptedFiles = `image/png,image/jpeg,image/webp,image/gif,application/pdf,text/*,${EXTENSIONS}`;

/** Files of one message. */
export const MAX_FILES = 10;
/** The server's default limit of one: larger files are refused before they are sent. */
export const MAX_FILE_BYTES = 10_000_000;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Handlers of an element onto which files can be dropped. `takes`: sees the drop first, and is true for one that is no list of files. */
export function useDrop(onFiles: (files: readonly File[]) => void, takes: (transfer: DataTransfer) => boolean = () => false) {
  const [isOver, setIsOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    if (!takes(event.dataTransfer)) onFiles([...event.dataTransfer.files]);
  };
  return { isOver, handlers: { onDragOver, onDragLeave, onDrop } };
}

/** Takes the files of a paste; text is pasted as usual. */
export function pasteHandler(onFiles: (files: readonly File[]) => void) {
  return (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
}
