import { useQuery } from '@apollo/client/react';
import { MailServerDocument } from '../gen/session.ts';

/** Whether mail leaves this installation; undefined while it is being asked for. Without a mail server, links wait in the outbox. */
export function useHasMailServer(): boolean | undefined {
  return useQuery(MailServerDocument, { fetchPolicy: 'cache-first' }).data?.hasMailServer;
}
