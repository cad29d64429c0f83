import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useCopy } from '../lib/useCopy.ts';

interface CopyIconProps {
  readonly text: string;
  /** What the button does, such as `Copy message`. */
  readonly label: string;
  readonly size?: number;
  readonly icon?: LucideIcon;
}

/** Copies a text; confirms it by icon, tooltip and announcement. */
export function CopyIcon({ text, label, size = 28, icon: Icon = Copy }: CopyIconProps) {
  const t = useTranslations();
  const { isCopied, copy } = useCopy(text);
  return (
    <>
      <Tooltip label={isCopied ? t('common.copied') : label}>
        <ActionIcon size={size} aria-label={label} onClick={copy}>
          {isCopied ? <Check size={14} /> : <Icon size={14} />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{isCopied ? t('common.copied') : ''}</VisuallyHidden>
    </>
  );
}
