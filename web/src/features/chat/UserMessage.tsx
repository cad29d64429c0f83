import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { readErrors } from '../../lib/appErrors.ts';
import type { ElementSelection } from '../../lib/workspace/workspace.ts';
import { MessageFiles } from './attachments/MessageFiles.tsx';
import type { Message } from './liveTurn.ts';
import { type Outgoing, plainText } from './thread.ts';
import classes from './UserMessage.module.css';

type UserMessageProps =
  | {
      readonly message: Message;
      /** Absent while it cannot be edited. */
      readonly onEdit?: (() => void) | undefined;
    }
  | { readonly outgoing: Outgoing; readonly onRetry: () => void; readonly onDismiss: () => void };

/** A message of the builder. A sent one can be edited and sent again; one whose sending failed can be retried. */
export function UserMessage(props: UserMessageProps) {
  const t = useTranslations();
  if ('message' in props) {
    const { message, onEdit } = props;
    return (
      <div className={classes.sent}>
        {onEdit === undefined ? null : (
          <Tooltip label={t('chat.edit.start')}>
            <ActionIcon className={classes.edit} size={24} variant="subtle" color="gray" aria-label={t('chat.edit.start')} onClick={onEdit}>
              <Pencil size={14} />
            </ActionIcon>
          </Tooltip>
        )}
        <article className={classes.bubble} aria-label={t('chat.you')}>
          <MessageFiles files={message.attachments} isAlone={plainText(message) === '' && !message.isPlan} />
          {message.isPlan ? <span className={classes.plan}>{t('chat.plan.name')}</span> : null}
          <About selection={message.selection} />
          <Words text={plainText(message)} />
        </article>
      </div>
    );
  }
  const { outgoing, onRetry, onDismiss } = props;
  return (
    <div className={classes.outgoing}>
      <article className={classes.bubble} data-pending={outgoing.failure === null || undefined} aria-label={t('chat.you')}>
        <MessageFiles files={outgoing.attachments} isAlone={outgoing.content === ''} />
        <About selection={outgoing.selection} />
        <Words text={outgoing.content} />
      </article>
      {outgoing.failure === null ? null : (
        <p className={classes.failure} role="alert">
          {outgoing.failure}{' '}
          <Anchor component="button" type="button" fz="inherit" underline="always" onClick={onRetry}>
            {t('common.tryAgain')}
          </Anchor>{' '}
          <Anchor component="button" type="button" fz="inherit" c="dimmed" underline="always" onClick={onDismiss}>
            {t('common.discard')}
          </Anchor>
        </p>
      )}
    </div>
  );
}

/** The element that a message is about. */
function About({ selection }: { readonly selection: Pick<ElementSelection, 'tag' | 'path' | 'line'> | null | undefined }) {
  const t = useTranslations();
  if (selection == null) return null;
  const { tag, path, line } = selection;
  return <span className={classes.plan}>{t('chat.selection', { tag, path, line: String(line) })}</span>;
}

/** Attached errors are data for the assistant; people see only their number. */
function Words({ text }: { readonly text: string }) {
  const t = useTranslations();
  const { words, count } = readErrors(text);
  return (
    <>
      {words}
      {count === 0 ? null : <span className={classes.attached}>{t('chat.attached', { count })}</span>}
    </>
  );
}
