import { Button, Modal, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../../lib/loadCode.ts';
import classes from './Bars.module.css';
import type { Draft, DraftStore } from './draftStore.ts';
import { merged } from './merge.ts';

const TextDiff = lazyCode(() => import('./TextDiff.tsx'));

interface ConflictBarProps {
  readonly path: string;
  /** With the other text. */
  readonly draft: Draft;
  readonly store: DraftStore;
  readonly canResolve: boolean;
}

/** Says that the file was changed elsewhere since it was edited here, and offers what can become of both changes. */
export function ConflictBar({ path, draft, store, canResolve }: ConflictBarProps) {
  const t = useTranslations();
  const [isComparing, setIsComparing] = useState(false);
  const theirs = draft.theirs ?? null;
  const both = theirs === null ? null : merged({ base: draft.base ?? '', mine: draft.text, theirs });
  const resolve = (text: string) => {
    setIsComparing(false);
    store.resolve(path, text);
  };
  const buttons = (
    <>
      <Button size="compact-sm" variant="default" disabled={!canResolve} onClick={() => store.discard(path)}>
        {t(theirs === null ? 'files.conflict.delete' : 'files.conflict.theirs')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={!canResolve} onClick={() => resolve(draft.text)}>
        {t('files.conflict.mine')}
      </Button>
      {both === null ? null : (
        <Button size="compact-sm" disabled={!canResolve} onClick={() => resolve(both)}>
          {t('files.conflict.merge')}
        </Button>
      )}
    </>
  );
  return (
    <div className={classes.bar} role="alert">
      <Text fz="sm" className={classes.words}>
        {t(theirs === null ? 'files.conflict.deleted' : both === null ? 'files.conflict.overlap' : 'files.conflict.changed')}
      </Text>
      <span className={classes.tools}>
        <Button size="compact-sm" variant="subtle" onClick={() => setIsComparing(true)}>
          {t('files.compare')}
        </Button>
        {buttons}
      </span>
      <Modal opened={isComparing} onClose={() => setIsComparing(false)} size="xl" title={t('files.conflict.title', { file: path })}>
        <Suspense>
          <TextDiff path={path} before={theirs ?? ''} after={draft.text} />
        </Suspense>
        <div className={classes.foot}>{buttons}</div>
      </Modal>
    </div>
  );
}
