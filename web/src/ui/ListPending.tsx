import { Button, Skeleton, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';

interface ListPendingProps {
  /** The sentence that says what could not be loaded. */
  readonly failed: string;
  /** Undefined while the list is loading. */
  readonly error: Error | undefined;
  readonly onRetry: () => Promise<unknown>;
}

/** A list within a page before its data: a skeleton, or a sentence and a button to try again. */
export function ListPending({ failed, error, onRetry }: ListPendingProps) {
  const t = useTranslations('common');
  if (error === undefined) return <Skeleton h={48} mt={8} radius={8} role="status" aria-label={t('loading')} />;
  return (
    <div role="alert">
      <Text mt={8} fz="sm">
        {failed}
      </Text>
      <Button mt={8} size="compact-sm" variant="default" onClick={() => void onRetry().catch(() => undefined)}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}
