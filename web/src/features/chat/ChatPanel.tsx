import { useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ChatExamplesDocument } from '../../gen/chat.ts';
import { fromServer } from '../../i18n/language.ts';
import { useSession } from '../../lib/session.ts';
import { useApp, useCompare, useFetching, useMessages, usePageAddress, useRestored, useShownVersion } from '../../lib/workspace/hooks.ts';
import { useWorkspace } from '../../lib/workspace/workspace.ts';
import { Conversation, type FirstPrompt } from './Conversation.tsx';
import { addsRows, turnState } from './turnState.ts';
import { type Chat, useChat } from './useChat.ts';

/** The chat of the app in the workspace. It publishes the state of the current turn to all other panels. */
export default function ChatPanel() {
  const app = useApp();
  const version = useShownVersion();
  const compare = useCompare();
  const { account } = useSession();
  const { path } = usePageAddress();
  const { state } = useWorkspace();
  const { data } = useQuery(ChatExamplesDocument, { fetchPolicy: 'cache-first' });
  const chat = useChat({
    appId: app.id,
    currentPath: path,
    versionId: version.currentId,
    onEnd: (turn) => state.turnEnds.emit({ addsRows: addsRows(turn) }),
  });
  // Most events of a turn leave these values unchanged.
  const { isBusy, status, step } = turnState(chat.turn, chat.isBusy, useFetching());
  const { label, share } = step ?? { label: null, share: 0 };
  useEffect(
    () => state.turn.set({ isBusy, status, step: label === null ? null : { label, share } }),
    [state, isBusy, status, label, share],
  );
  useMessages(({ content, selection }) => void chat.send(content, { selection }));
  useRestored(() => void chat.read().catch(() => undefined));
  const firstFiles = useFirstPrompt(app.id, chat);

  return (
    <Conversation
      appId={app.id}
      first={firstFiles}
      currentPath={path}
      chat={chat}
      isViewer={app.role === 'view'}
      mayChange={version.mayChange}
      suggestions={version.currentId === null ? (data?.assistant.examplePrompts ?? []).map(fromServer) : []}
      takesPictures={data?.assistant.takesPictures ?? true}
      currentVersionId={version.currentId}
      viewedVersionId={version.isOlder ? version.id : null}
      isAdmin={account?.isAdmin === true}
      choosesModel={account?.isAdmin === true && data?.assistant.isDemo === false}
      onView={version.view}
      onCompare={compare}
      onRestore={version.restore}
    />
  );
}

/**
 * Sends the prompt of the home page as the first message; its client id is derived from the app, so a reload cannot send it twice. One with
 * files is returned instead: the message box uploads them first.
 */
function useFirstPrompt(appId: string, chat: Chat): FirstPrompt | null {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const { firstPrompt: prompt, firstFiles: files = [] } = (state ?? {}) as { firstPrompt?: string; firstFiles?: readonly File[] };
  const isSent = useRef(false);
  const [first, setFirst] = useState<FirstPrompt | null>(null);
  useEffect(() => {
    if (prompt === undefined || isSent.current || chat.isLoading || chat.error !== undefined) return;
    isSent.current = true;
    void navigate({ search }, { replace: true, state: null });
    if (chat.messages.length > 0) return;
    if (files.length > 0) setFirst({ text: prompt, files });
    else void chat.send(prompt, { clientId: `first-${appId}` });
  }, [prompt, files, search, chat, navigate, appId]);
  return first;
}
