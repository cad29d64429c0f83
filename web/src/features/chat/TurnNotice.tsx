import { Button, Group } from '@mantine/core';
import { CircleAlert, Hand, Info, Scissors, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { fromServer } from '../../i18n/language.ts';
import { unexpected } from '../../lib/errors.ts';
import { useFetching } from '../../lib/workspace/hooks.ts';
import type { Turn } from './liveTurn.ts';
import classes from './TurnNotice.module.css';
import type { Chat } from './useChat.ts';
import { Quiet, Working } from './Working.tsx';

/** State of a turn that its text does not show: starting, applying, asking, cut off, stopped, failed, without effect. */
export function TurnNotice({ chat, turn }: { readonly chat: Chat; readonly turn: Turn }) {
  const t = useTranslations();
  const fetching = useFetching();
  switch (turn.status) {
    case 'queued':
      return <Working>{t('chat.turn.starting')}</Working>;
    case 'streaming':
      if (turn.assistantMessage.parts.length > 0) return <Quiet turn={turn} />;
      return <Working since={Date.parse(turn.updatedAt)}>{t('chat.turn.waiting')}</Working>;
    case 'applying':
      return <Working>{fetching ?? t('chat.turn.applying')}</Working>;
    case 'waiting':
      return <Confirmation chat={chat} sentences={turn.confirmations} />;
    case 'truncated':
      return (
        <Card
          icon={<Scissors size={16} />}
          title={turn.note !== null ? fromServer(turn.note) : t('chat.turn.tooLong')}
          text={turn.note === null ? t('chat.turn.nothingLost') : undefined}
        >
          <Button size="xs" onClick={() => void chat.keepGoing()}>
            {t('chat.turn.continue')}
          </Button>
        </Card>
      );
    case 'stopped':
      return (
        <Card icon={<Square size={14} fill="currentColor" />} title={t('chat.turn.stoppedWhy')} isQuiet>
          <Button size="xs" variant="default" onClick={() => void chat.retry()}>
            {t('chat.turn.retry')}
          </Button>
        </Card>
      );
    case 'failed':
      return (
        <Card
          icon={<CircleAlert size={16} />}
          title={turn.error === null ? unexpected() : fromServer(turn.error)}
          text={turn.errorDetail ?? undefined}
          isError
        >
          <Button size="xs" variant="default" onClick={() => void chat.retry()}>
            {t('common.tryAgain')}
          </Button>
        </Card>
      );
    case 'ready':
      return turn.note === null ? null : <Card icon={<Info size={16} />} title={fromServer(turn.note)} isQuiet />;
  }
}

/** One question, with the consequences of accepting. */
function Confirmation({ chat, sentences }: { readonly chat: Chat; readonly sentences: readonly string[] }) {
  const t = useTranslations();
  const [only = ''] = sentences;
  const what = `${only.charAt(0).toLowerCase()}${only.slice(1)}`;
  const title = sentences.length === 1 ? t('chat.confirm.askOne', { what }) : t('chat.confirm.ask');
  return (
    <Card icon={<Hand size={16} />} title={title}>
      {sentences.length === 1 ? null : (
        <ul className={classes.list}>
          {sentences.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <p className={classes.text}>{t('chat.confirm.why')}</p>
      <Group gap={8}>
        <Button size="xs" onClick={() => void chat.answer(true)}>
          {t('chat.confirm.accept')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void chat.answer(false)}>
          {t('chat.confirm.decline')}
        </Button>
      </Group>
    </Card>
  );
}

interface CardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string | undefined;
  readonly isError?: boolean;
  /** Informational: nothing failed and no action is needed. */
  readonly isQuiet?: boolean;
  readonly children?: ReactNode;
}

function Card({ icon, title, text, isError, isQuiet, children }: CardProps) {
  return (
    <div
      className={classes.card}
      role={isError === true ? 'alert' : 'status'}
      data-error={isError || undefined}
      data-quiet={isQuiet || undefined}
    >
      <p className={classes.title}>
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
        {title}
      </p>
      {text === undefined && children === undefined ? null : (
        <div className={classes.body}>
          {text === undefined ? null : <p className={classes.text}>{text}</p>}
          {children}
        </div>
      )}
    </div>
  );
}
