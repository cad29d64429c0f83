import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fileLabel } from '../tree/tree.ts';

interface QuickOpenProps {
  readonly paths: readonly string[];
  readonly onOpen: (path: string) => void;
  readonly onClose: () => void;
}

/** Opens a file by a part of its name. */
export default function QuickOpen({ paths, onOpen, onClose }: QuickOpenProps) {
  const t = useTranslations();
  const [[store, actions]] = useState(createSpotlight);
  // Mounted by the request to open it.
  useEffect(() => actions.open(), [actions]);
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={paths.map((path) => ({ id: path, label: fileLabel(path), description: path, onClick: () => onOpen(path) }))}
      onSpotlightClose={onClose}
      nothingFound={t('files.search.noFile')}
      highlightQuery
      limit={50}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      attributes={{ content: { 'aria-label': t('files.search.quick') } }}
      scrollable
      maxHeight={420}
      searchProps={{ leftSection: <Search size={16} />, placeholder: t('files.search.quick'), 'aria-label': t('files.search.quick') }}
    />
  );
}
