import { useQuery } from '@apollo/client/react';
import { MailServerDocument } from '../gen/session.ts';

/** Whether a mail server is configured; undefined while pending. Without one, links wait in the outbox. */
export function useHasMailServer(): boolean | undefined {
  return useQuery(MailServerDocument, { fetchPolicy: 'cache-first' }).data?.hasMailServer;
}
