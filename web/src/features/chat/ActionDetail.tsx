import { Modal, Skeleton, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../lib/loadCode.ts';
import { actionLine } from './actionWords.ts';
import type { ActionOf } from './liveTurn.ts';

const CodeView = lazyCode(() => import('../../ui/CodeView.tsx'));

/** Dialog with the content that one action wrote. */
export function ActionDetail({ action, onClose }: { readonly action: ActionOf | null; readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Modal opened={action !== null} onClose={onClose} size="lg" title={action === null ? '' : actionLine(action, t)}>
      {action === null ? null : (
        <>
          <Text c="dimmed" fz="sm" mb="sm">
            {action.title}
          </Text>
          <Suspense fallback={<Skeleton h={240} />}>
            <CodeView path={action.file ?? 'rows.json'} text={action.content} label={action.title} />
          </Suspense>
        </>
      )}
    </Modal>
  );
}
