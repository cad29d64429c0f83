import { FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MAX_FILE_BYTES, MAX_FILES } from '../../lib/fileDrop.ts';
import { randomId } from '../../lib/id.ts';

interface FirstFile {
  readonly key: string;
  readonly file: File;
}

/** The files that the first message takes along. The builder uploads them, once there is an app that they can belong to. */
export function useFirstFiles() {
  const t = useTranslations('common.files');
  const [files, setFiles] = useState<readonly FirstFile[]>([]);
  const errorOf = ({ file }: FirstFile, at: number): string | null => {
    if (at >= MAX_FILES) return t('tooMany', { max: MAX_FILES });
    return file.size > MAX_FILE_BYTES ? t('tooLarge') : null;
  };
  const shown = files.map((each, at) => ({
    ...{ key: each.key, name: each.file.name, error: errorOf(each, at) },
    picture: each.file.type.startsWith('image/') ? <Image size={16} aria-hidden="true" /> : <FileText size={16} aria-hidden="true" />,
  }));
  return {
    shown,
    files: files.map(({ file }) => file),
    /** The message can take them all. */
    isReady: shown.every(({ error }) => error === null),
    /** One file too many is shown with the reason; more would say the same. */
    add: (chosen: readonly File[]) =>
      setFiles((now) => [...now, ...chosen.map((file) => ({ key: randomId(), file }))].slice(0, MAX_FILES + 1)),
    remove: (key: string) => setFiles((now) => now.filter((each) => each.key !== key)),
  };
}
