import { useApolloClient } from '@apollo/client/react';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { PromptSizeDocument, type PromptSizeQuery } from '../../gen/chat.ts';

export type PromptSize = NonNullable<PromptSizeQuery['app']['promptSize']>;

/** Milliseconds after the last key. */
const PAUSE_MS = 800;

interface Measured {
  readonly appId: string;
  readonly content: string;
  readonly currentPath: string;
  readonly attachmentIds: readonly string[];
  /** Changes when what else the model is given may have changed; null while that is unknown, or changes. */
  readonly state: string | null;
}

/** How much of the model's window the message in the box would take; null while it is not known, and for models without a window. */
export function usePromptSize({ appId, content, currentPath, attachmentIds, state }: Measured): PromptSize | null {
  const client = useApolloClient();
  const [size, setSize] = useState<PromptSize | null>(null);
  const [settled] = useDebouncedValue(content, PAUSE_MS);
  const ids = attachmentIds.join(',');
  useEffect(() => {
    if (state === null) return;
    let isCurrent = true;
    const variables = { appId, content: settled, currentPath, attachmentIds: ids === '' ? [] : ids.split(',') };
    // The meter is a hint: without an answer it keeps the former one.
    client.query({ query: PromptSizeDocument, variables, fetchPolicy: 'no-cache' }).then(
      ({ data }) => {
        if (isCurrent && data !== undefined) setSize(data.app.promptSize);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [client, appId, settled, currentPath, ids, state]);
  return size;
}
