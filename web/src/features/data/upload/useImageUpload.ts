import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fromServer } from '../../../i18n/language.ts';
import { useWorkspace } from '../../../lib/workspace/workspace.ts';
import { ApiError } from '../rows/api.ts';
import { problemOf, uploadImage } from './upload-image.ts';

interface UploadProblem {
  readonly message: string;
  /** The server's sentence; null for a failure that says nothing more. */
  readonly reason: string | null;
}

export interface ImageUpload {
  readonly isBusy: boolean;
  readonly problem: UploadProblem | null;
  readonly upload: (file: File | null) => void;
}

/** Uploads one image at a time; a further one replaces it, and unmounting cancels it. */
export function useImageUpload(onUploaded: (url: string) => void): ImageUpload {
  const t = useTranslations('upload');
  const { app } = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<UploadProblem | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setProblem(null);
    try {
      const url = await uploadImage(app.id, file, controller.signal);
      if (!controller.signal.aborted) onUploaded(url);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(failureOf(error, t('failed')));
    } finally {
      if (running.current === controller) setBusy(false);
    }
  };
  const upload = (file: File | null) => {
    const found = problemOf(file);
    if (found !== null) setProblem({ message: t(found), reason: null });
    else if (file !== null) void send(file);
  };
  return { isBusy, problem, upload };
}

/** The server says what to change only when it refuses the file. */
function failureOf(error: unknown, failed: string): UploadProblem {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.message !== '';
  return { message: failed, reason: isRefusal ? fromServer(error.message) : null };
}
