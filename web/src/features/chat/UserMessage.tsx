import { Anchor } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { readErrors } from '../../lib/appErrors.ts';
import type { Message } from './liveTurn.ts';
import { type Outgoing, plainText } from './thread.ts';
import classes from './UserMessage.module.css';

type UserMessageProps =
  | { readonly message: Message }
  | { readonly outgoing: Outgoing; readonly onRetry: () => void; readonly onDismiss: () => void };

/** A message of the builder; one whose sending failed can be sent again. */
export function UserMessage(props: UserMessageProps) {
  const t = useTranslations();
  if ('message' in props) {
    return (
      <article className={classes.bubble} aria-label={t('chat.you')}>
        <Words text={plainText(props.message)} />
      </article>
    );
  }
  const { outgoing, onRetry, onDismiss } = props;
  return (
    <div className={classes.outgoing}>
      <article className={classes.bubble} data-pending={outgoing.failure === null || undefined} aria-label={t('chat.you')}>
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
