import { Modal, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../lib/loadCode.ts';
import { useIsPhone } from '../../lib/screenSize.ts';
import { useApp, useComparisons } from '../../lib/workspace/hooks.ts';
import type { Comparison } from '../../lib/workspace/workspace.ts';

const Changes = lazyCode(() => import('./Changes.tsx'));

/** Dialog with the differences between two versions. */
export default function ChangesPanel() {
  const t = useTranslations();
  const { id: appId } = useApp();
  const isPhone = useIsPhone();
  const [comparison, setComparison] = useState<Comparison | null>(null);
  useComparisons(setComparison);
  return (
    <Modal opened={comparison !== null} onClose={() => setComparison(null)} title={t('changes.title')} size="xl" fullScreen={isPhone}>
      {comparison === null ? null : (
        <Suspense fallback={<Text c="dimmed">{t('changes.loading')}</Text>}>
          <Changes appId={appId} comparison={comparison} onCompare={setComparison} />
        </Suspense>
      )}
    </Modal>
  );
}
