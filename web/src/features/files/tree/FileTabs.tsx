import { UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import classes from './FileTabs.module.css';
import type { FileMark } from './FileTree.tsx';
import { fileLabel } from './tree.ts';

interface FileTabsProps {
  readonly paths: readonly string[];
  readonly active: string | null;
  readonly marks: ReadonlyMap<string, FileMark>;
  readonly onChoose: (path: string) => void;
  readonly onClose: (path: string) => void;
}

/** The open files. Closing one keeps its unsaved changes. */
export function FileTabs({ paths, active, marks, onChoose, onClose }: FileTabsProps) {
  const t = useTranslations();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (active !== null) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <ul ref={list} className={classes.root} aria-label={t('files.openFiles')}>
      {paths.map((path) => (
        <li key={path} className={classes.tab} data-active={path === active || undefined}>
          <UnstyledButton
            className={classes.open}
            title={path}
            aria-current={path === active ? 'true' : undefined}
            onClick={() => onChoose(path)}
            onAuxClick={(event) => {
              if (event.button === 1) onClose(path);
            }}
          >
            {fileLabel(path)}
          </UnstyledButton>
          {marks.get(path)?.isChanged === true ? <span className={classes.changed} role="img" aria-label={t('files.unsaved')} /> : null}
          <UnstyledButton className={classes.close} aria-label={t('files.closeFile', { file: path })} onClick={() => onClose(path)}>
            <X size={12} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
