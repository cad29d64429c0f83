import { LoaderCircleIcon, Trash2Icon, UploadIcon } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { cn } from '../../kit/cn.ts';
import { Input } from '../../kit/input.tsx';
import { UploadFile } from '../../sdk/core.ts';
import { ApiError } from '../../sdk/errors.ts';
import { smallImage } from '../data.ts';
import type { FieldInputProps } from './props.ts';
import { commonProps } from './simple.tsx';

const MAX_BYTES = 10_000_000;
const FAILED = 'Failed to upload image. Please try again.';

/** An image: chosen, dropped or pasted, which uploads it, or the address of one. */
export function ImageInput(props: FieldInputProps) {
  const { field, value, onChange, placeholder = 'https://' } = props;
  const url = typeof value === 'string' ? value : '';
  const { isBusy, problem, upload } = useUpload(onChange);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const onDrag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isInside);
  };
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (file === undefined) return;
    event.preventDefault();
    upload(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts of the button within
    <div
      className={cn('grid gap-2 rounded-md', isOver && 'ring-[3px] ring-ring/50')}
      onDragOver={onDrag(true)}
      onDragLeave={onDrag(false)}
      onDrop={(event) => {
        onDrag(false)(event);
        upload(event.dataTransfer.files[0]);
      }}
      onPaste={onPaste}
    >
      {url === '' ? null : (
        <img
          src={smallImage(url, 640)}
          alt=""
          className={cn('max-h-48 max-w-full rounded-md border object-contain', isBusy && 'opacity-40')}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="button" variant="outline" size="sm" disabled={isBusy} onClick={() => picker.current?.click()}>
          {isBusy ? <LoaderCircleIcon className="animate-spin motion-reduce:animate-none" aria-hidden /> : <UploadIcon aria-hidden />}
          {isBusy ? 'Uploading…' : url === '' ? 'Upload image' : 'Replace image'}
        </Button>
        {url === '' ? null : (
          <Button type="button" variant="ghost" size="sm" disabled={isBusy} onClick={() => onChange(null)}>
            <Trash2Icon aria-hidden /> Remove image
          </Button>
        )}
      </div>
      <Input
        {...commonProps(props)}
        type="url"
        autoComplete="off"
        placeholder={placeholder}
        value={url}
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="alert" className="text-destructive text-sm empty:hidden">
        {problem}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*"
        aria-label={`Upload ${field.label}`}
        onChange={({ target }) => {
          upload(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}

/** Uploads one image at a time: of two, the later one is the value. */
function useUpload(onUploaded: (url: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current = -1;
    },
    [],
  );
  const send = async (file: File) => {
    latest.current += 1;
    const own = latest.current;
    setBusy(true);
    setProblem('');
    const answer = await UploadFile({ file }).then(
      ({ file_url }) => ({ url: file_url }),
      (error: unknown) => ({ problem: sentenceOf(error) }),
    );
    if (latest.current !== own) return;
    setBusy(false);
    if ('url' in answer) onUploaded(answer.url);
    else setProblem(answer.problem);
  };
  const upload = (file: File | undefined) => {
    if (file === undefined) setProblem('File not found');
    else if (!file.type.startsWith('image/')) setProblem('Choose an image.');
    else if (file.size >= MAX_BYTES) setProblem('File size to large');
    else void send(file);
  };
  return { isBusy, problem, upload };
}

/** The server's sentence where it says what to change. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return FAILED;
  return error.status === 401 ? 'Please log in to upload images.' : error.message.replace(/^UploadFile: /, '');
}
