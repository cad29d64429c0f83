import { Button, Group } from '@mantine/core';
import { CircleAlert, Hand, Scissors, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { unexpected } from '../../lib/errors.ts';
import type { Turn } from './liveTurn.ts';
import classes from './TurnNotice.module.css';
import type { Chat } from './useChat.ts';

/** Where the turn stands when its words do not say it: starting, putting together, asking, cut off, stopped, failed. */
export function TurnNotice({ chat, turn }: { readonly chat: Chat; readonly turn: Turn }) {
  switch (turn.status) {
    case 'queued':
      return <Working>Starting</Working>;
    case 'streaming':
      return turn.assistantMessage.parts.length === 0 ? <Working>Thinking</Working> : null;
    case 'applying':
      return <Working>Putting your app together</Working>;
    case 'waiting':
      return (
        <Card icon={<Hand size={16} />} title="This needs your yes" text="Nothing happens before you answer.">
          <ul className={classes.list}>
            {turn.confirmations.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          <Group gap={8}>
            <Button size="xs" onClick={() => void chat.answer(true)}>
              Accept
            </Button>
            <Button size="xs" variant="default" onClick={() => void chat.answer(false)}>
              Decline
            </Button>
          </Group>
        </Card>
      );
    case 'truncated':
      return (
        <Card
          icon={<Scissors size={16} />}
          title="The output was too long for one iteration"
          text="Nothing is lost. The assistant goes on where it stopped."
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
        <Card icon={<CircleAlert size={16} />} title={turn.error ?? unexpected} isError>
          <Button size="xs" variant="default" onClick={() => void chat.retry()}>
            Try again
          </Button>
        </Card>
      );
    case 'ready':
      return null;
  }
}

function Working({ children }: { readonly children: string }) {
  return (
    <p className={classes.working} role="status">
      <span className={classes.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {children}
    </p>
  );
}

interface CardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly isError?: boolean;
  /** Nothing is wrong and nothing has to be done. */
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
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
      <div className={classes.body}>
        {text === undefined ? null : <p className={classes.text}>{text}</p>}
        {children}
      </div>
    </div>
  );
}
