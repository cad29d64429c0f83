import { useQuery } from '@apollo/client/react';
import { useTranslations } from 'use-intl';
import { NextStepsDocument } from '../../gen/chat.ts';
import { useApp, useIsViewer, useProblems, useShowPanel } from '../../lib/workspace/hooks.ts';
import { Suggestions } from '../../ui/Suggestions.tsx';
import type { Turn } from './liveTurn.ts';
import { suggestionsOf } from './thread.ts';

interface NextStepsProps {
  /** A turn that is ready. */
  readonly turn: Turn;
  readonly onChoose: (text: string) => void;
}

/** What the builder may want next: what the assistant suggests, else what the app lacks. */
export function NextSteps({ turn, onChoose }: NextStepsProps) {
  const t = useTranslations();
  const isViewer = useIsViewer();
  const { assistantMessage: answer } = turn;
  const suggested = suggestionsOf(answer);
  const isOpen = answer.isPlan || answer.parts.some(({ __typename }) => __typename === 'QuestionPart');
  if (suggested.length > 0) return <Suggestions label={t('common.suggestions')} texts={suggested} onChoose={onChoose} />;
  if (isOpen || isViewer) return null;
  // What the app lacks is read anew after each turn.
  return <Missing key={`${turn.id}:${turn.lastSeq}`} onChoose={onChoose} />;
}

function Missing({ onChoose }: Pick<NextStepsProps, 'onChoose'>) {
  const t = useTranslations();
  const { id: appId, status, branch, currentVersion, hasUnpublishedChanges } = useApp();
  const show = useShowPanel();
  const { data } = useQuery(NextStepsDocument, { variables: { appId }, fetchPolicy: 'network-only' });
  const steps = (data?.app.nextSteps ?? []).map(({ kind, table }) =>
    t(`chat.next.${kind}`, { hasTable: table === null ? 'no' : 'yes', table: table ?? '' }),
  );
  const isPublished = status === 'active';
  const isWhole = useProblems().list.length === 0;
  const canPublish = data !== undefined && isWhole && branch === null && currentVersion !== null && (!isPublished || hasUnpublishedChanges);
  const publish = t(isPublished ? 'chat.next.update' : 'chat.next.publish');
  return (
    <Suggestions
      label={t('common.suggestions')}
      texts={canPublish ? [...steps, publish] : steps}
      onChoose={(text) => (text === publish ? show('publish') : onChoose(text))}
    />
  );
}
