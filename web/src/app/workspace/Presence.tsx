import { useSubscription } from '@apollo/client/react';
import { Avatar, Tooltip } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { PresenceDocument } from '../../gen/presence.ts';
import { useSession } from '../../lib/session.ts';
import classes from './Presence.module.css';

/** Number of people shown one by one. */
const most = 3;

/** The others who have the app open. Subscribing makes the builder one of those whom they see. */
export function Presence({ appId }: { readonly appId: string }) {
  const t = useTranslations();
  const { account } = useSession();
  const { data } = useSubscription(PresenceDocument, { variables: { appId }, fetchPolicy: 'no-cache' });
  const others = (data?.presence ?? []).filter(({ accountId }) => accountId !== account?.id);
  if (others.length === 0) return null;
  const rest = others.slice(most);
  return (
    <ul className={classes.list} aria-label={t('app.alsoHere')}>
      {others.slice(0, most).map(({ accountId, name }) => (
        <Tooltip key={accountId} label={t('app.isHere', { name })}>
          <li>
            <Avatar size={26} radius="xl" color="ember" variant="light" role="img" aria-label={name}>
              {name.slice(0, 1).toUpperCase()}
            </Avatar>
          </li>
        </Tooltip>
      ))}
      {rest.length === 0 ? null : (
        <Tooltip label={rest.map(({ name }) => name).join(', ')}>
          <li>
            <Avatar size={26} radius="xl" color="gray" role="img" aria-label={rest.map(({ name }) => name).join(', ')}>
              {`+${rest.length}`}
            </Avatar>
          </li>
        </Tooltip>
      )}
    </ul>
  );
}
