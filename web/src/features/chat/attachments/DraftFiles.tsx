import { Loader, VisuallyHidden } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { AttachedFiles } from '../../../ui/AttachedFiles.tsx';
import type { DraftFile } from './useAttachments.ts';

/** The files of the message box, each with its state. */
export function DraftFiles({ files, onRemove }: { readonly files: readonly DraftFile[]; readonly onRemove: (key: string) => void }) {
  const shown = files.map((file) => ({
    ...{ key: file.key, name: file.name, picture: <Picture file={file} /> },
    error: file.state === 'failed' ? file.error : null,
  }));
  return <AttachedFiles files={shown} onRemove={onRemove} />;
}

function Picture({ file }: { readonly file: DraftFile }) {
  const t = useTranslations();
  if (file.state === 'uploading') {
    return (
      <span role="status">
        <Loader size={16} color="gray" />
        <VisuallyHidden>{t('chat.files.uploading', { name: file.name })}</VisuallyHidden>
      </span>
    );
  }
  if (file.state === 'ready' && file.attachment.width !== null) return <img src={file.attachment.url} alt="" />;
  return <FileText size={16} />;
}
