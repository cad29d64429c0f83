import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../lib/loadCode.ts';
import { ActionRows } from './ActionRows.tsx';
import classes from './AssistantMessage.module.css';
import { outcomeOf } from './actionWords.ts';
import type { Message } from './liveTurn.ts';
import { Question } from './Question.tsx';
import { answerTo, chosenBy } from './questions.ts';
import { Reasoning } from './Reasoning.tsx';
import { Sources } from './Sources.tsx';
import { blocksOf, plainText } from './thread.ts';
import { type VersionActions, VersionMark } from './VersionMark.tsx';
import { VersionReview, type VersionReviewProps } from './VersionReview.tsx';

const Markdown = lazyCode(() => import('../../ui/Markdown.tsx'));

interface AssistantMessageProps extends VersionActions {
  readonly message: Message;
  /** It is streaming. */
  readonly isLive: boolean;
  /** Its turn is the last one: `TurnNotice` shows how it ended. */
  readonly isLatest: boolean;
  /** The builder's next message; null without one. */
  readonly answer: string | null;
  /** Answers a question, or one of several. Absent while none can be answered. */
  readonly onAnswer: ((text: string, isOnly: boolean) => void) | undefined;
  readonly onBringBack: (
    message: Message,
    ...args: Parameters<VersionReviewProps['onBringBack']>
  ) => ReturnType<VersionReviewProps['onBringBack']>;
}

/** The assistant's text and actions, with the version that resulted. */
export function AssistantMessage({ message, isLive, isLatest, answer, onAnswer, onBringBack, ...versionActions }: AssistantMessageProps) {
  const t = useTranslations();
  const blocks = blocksOf(message.parts);
  const isOnly = blocks.filter(({ kind }) => kind === 'question').length === 1;
  return (
    <article className={classes.root} aria-label={t('chat.assistant')} aria-busy={isLive}>
      {blocks.map((block) => {
        if (block.kind === 'actions')
          return (
            <ActionRows
              key={block.key}
              actions={block.actions}
              outcome={isLive && !message.isPlan ? 'writing' : outcomeOf(message, isLatest)}
            />
          );
        if (block.kind === 'sources') return <Sources key={block.key} sources={block.sources} />;
        if (block.kind === 'question')
          return (
            <Question
              key={block.key}
              question={block}
              chosen={chosenBy(answer, block, isOnly)}
              onAnswer={onAnswer && ((chosen) => onAnswer(answerTo(block, chosen, isOnly), isOnly))}
            />
          );
        if (block.kind === 'reasoning') return <Reasoning key={block.key} text={block.text} isLive={isLive && block.isLast} />;
        return (
          <Suspense key={block.key} fallback={<p className={classes.plain}>{block.text}</p>}>
            <Markdown text={block.text} />
          </Suspense>
        );
      })}
      {isLive || message.review === null ? null : (
        <VersionReview review={message.review} isLatest={isLatest} onBringBack={(...args) => onBringBack(message, ...args)} />
      )}
      {isLive ? null : <VersionMark message={message} isLatest={isLatest} text={plainText(message)} {...versionActions} />}
    </article>
  );
}
