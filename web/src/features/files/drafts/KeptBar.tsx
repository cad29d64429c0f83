import { Button, Modal, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../../lib/loadCode.ts';
import { timeAgo } from '../../../lib/time.ts';
import classes from './Bars.module.css';
import type { DraftStore } from './draftStore.ts';
import type { KeptDraft } from './keptDrafts.ts';

const TextDiff = lazyCode(() => import('./TextDiff.tsx'));

interface KeptBarProps {
  readonly store: DraftStore;
  readonly kept: readonly KeptDraft[];
  readonly onOpen: (path: string) => void;
}

/** Offers the changes that a closed or crashed tab left in the browser. */
export function KeptBar({ store, kept, onOpen }: KeptBarProps) {
  const t = useTranslations();
  const [isComparing, setIsComparing] = useState(false);
  const [first] = kept;
  if (first === undefined) return null;
  const { path, at } = first;
  const settle = (act: () => unknown) => {
    setIsComparing(false);
    act();
  };
  const restore = () =>
    settle(() => {
      onOpen(path);
      void store.restore(path);
    });
  const drop = () => settle(() => store.drop(path));
  return (
    <div className={classes.bar} role="status">
      <Text fz="sm" className={classes.words}>
        {t('files.kept.what', { file: path, time: timeAgo(at) })}
      </Text>
      <span className={classes.tools}>
        <Button size="compact-sm" variant="subtle" onClick={() => setIsComparing(true)}>
          {t('files.compare')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={drop}>
          {t('common.discard')}
        </Button>
        <Button size="compact-sm" onClick={restore}>
          {t('common.restore')}
        </Button>
      </span>
      <Modal opened={isComparing} onClose={() => setIsComparing(false)} size="xl" title={t('files.kept.title', { file: path })}>
        <Suspense>
          <TextDiff path={path} before={store.text(path) ?? ''} after={first.text} />
        </Suspense>
        <div className={classes.foot}>
          <Button variant="default" onClick={drop}>
            {t('common.discard')}
          </Button>
          <Button onClick={restore}>{t('common.restore')}</Button>
        </div>
      </Modal>
    </div>
  );
}
