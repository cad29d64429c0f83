import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { Cpu } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

interface ModelChoiceProps {
  readonly isOffered: boolean;
  /** Null: the usual one. */
  readonly model: string | null;
  readonly onChoose: (model: string | null) => void;
}

/** Lets an admin choose the model of the next message. */
export function ModelChoice({ isOffered, model, onChoose }: ModelChoiceProps) {
  const t = useTranslations('chat.modelChoice');
  const [isOpen, setIsOpen] = useState(false);
  if (!isOffered) return null;
  const label = model === null ? t('label') : t('chosen', { model });
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={32} color={model === null ? 'gray' : 'ember'} aria-label={label} title={label} onClick={() => setIsOpen(!isOpen)}>
          <Cpu size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label={t('name')}
          description={t('why')}
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          value={model ?? ''}
          onChange={(event) => onChoose(event.currentTarget.value.trim() || null)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) setIsOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
