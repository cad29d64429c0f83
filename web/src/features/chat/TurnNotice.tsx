import { Button, Group } from '@mantine/core';
import { CircleAlert, Hand, Info, Scissors, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { unexpected } from '../../lib/errors.ts';
import type { Turn } from './liveTurn.ts';
import classes from './TurnNotice.module.css';
import type { Chat } from './useChat.ts';
import { Quiet, Working } from './Working.tsx';

/** State of a turn that its text does not show: starting, applying, asking, cut off, stopped, failed, without effect. */
export function TurnNotice({ chat, turn }: { readonly chat: Chat; readonly turn: Turn }) {
  switch (turn.status) {
    case 'queued':
      return <Working>Starting</Working>;
    case 'streaming':
      if (turn.assistantMessage.parts.length > 0) return <Quiet turn={turn} />;
      return <Working since={Date.parse(turn.updatedAt)}>Waiting for the language model</Working>;
    case 'applying':
      return <Working>Putting your app together</Working>;
    case 'waiting':
      return <Confirmation chat={chat} sentences={turn.confirmations} />;
    case 'truncated':
      return (
        <Card
          icon={<Scissors size={16} />}
          title={turn.note ?? 'The output was too long for one iteration'}
          text={turn.note === null ? 'Nothing is lost. The assistant continues where it stopped.' : undefined}
        >
          <Button size="xs" onClick={() => void chat.keepGoing()}>
            Let's keep going
          </Button>
        </Card>
      );
    case 'stopped':
      return (
        <Card icon={<Square size={14} fill="currentColor" />} title="Stopped. Your app was not changed." isQuiet>
          <Button size="xs" variant="default" onClick={() => void chat.retry()}>
            Start again
          </Button>
        </Card>
      );
    case 'failed':
      return (
        <Card icon={<CircleAlert size={16} />} title={turn.error ?? unexpected} text={turn.errorDetail ?? undefined} isError>
          <Button size="xs" variant="default" onClick={() => void chat.retry()}>
            Try again
          </Button>
        </Card>
      );
    case 'ready':
      return turn.note === null ? null : <Card icon={<Info size={16} />} title={turn.note} isQuiet />;
  }
}

/** One question, with the consequences of accepting. */
function Confirmation({ chat, sentences }: { readonly chat: Chat; readonly sentences: readonly string[] }) {
  const [only = ''] = sentences;
  const title = sentences.length === 1 ? `Please confirm: ${only.charAt(0).toLowerCase()}${only.slice(1)}` : 'Please confirm:';
  return (
    <Card icon={<Hand size={16} />} title={title}>
      {sentences.length === 1 ? null : (
        <ul className={classes.list}>
          {sentences.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <p className={classes.text}>Your app stays as it is until you choose.</p>
      <Group gap={8}>
        <Button size="xs" onClick={() => void chat.answer(true)}>
          Confirm
        </Button>
        <Button size="xs" variant="default" onClick={() => void chat.answer(false)}>
          Decline
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
