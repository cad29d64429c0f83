import { Button, UnstyledButton } from '@mantine/core';
import { Check, Sparkles, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BackWay } from '../../gen/chat.ts';
import type { Review, Vanished } from './liveTurn.ts';
import { changeText, vanishedText } from './reviewWords.ts';
import classes from './VersionReview.module.css';

export interface VersionReviewProps {
  readonly review: Review;
  /** Warnings of earlier messages are folded at first. */
  readonly isLatest: boolean;
  /** Null when it could not be brought back. `asked`: the assistant is doing it. */
  readonly onBringBack: (thing: Vanished, index: number) => Promise<BackWay | null>;
}

/** So many warnings of the latest message are shown at first. */
const few = 3;

/** What a version changed, in plain words, and what it lost without having been asked to. */
export function VersionReview(props: VersionReviewProps) {
  const t = useTranslations();
  const { lines, moreLines, vanished } = props.review;
  return (
    <>
      {lines.length === 0 ? null : (
        <ul className={classes.lines} aria-label={t('chat.review.changed')}>
          {lines.map((line) => (
            <li key={`${line.subject} ${line.change} ${line.table}`}>{changeText(line, t)}</li>
          ))}
          {moreLines === 0 ? null : <li>{t('chat.review.moreLines', { count: moreLines })}</li>}
        </ul>
      )}
      {vanished.length === 0 ? null : <Losses {...props} />}
    </>
  );
}

function Losses({ review: { vanished, moreVanished }, isLatest, onBringBack }: VersionReviewProps) {
  const t = useTranslations();
  const [isWhole, setIsWhole] = useState(false);
  // Warnings stay open while the next message is answered.
  const [wasLatest, setWasLatest] = useState(isLatest);
  if (isLatest && !wasLatest) setWasLatest(true);
  const shown = isWhole ? vanished : vanished.slice(0, wasLatest ? few : 0);
  const count = vanished.length - shown.length;
  return (
    <section className={classes.losses} aria-label={t('chat.review.lost')}>
      <p className={classes.title}>
        <TriangleAlert size={16} aria-hidden="true" />
        {t('chat.review.lost')}
      </p>
      {shown.length === 0 ? null : (
        <ul className={classes.list}>
          {shown.map((thing, index) => (
            <Loss key={thing.thingId} thing={thing} onBringBack={() => onBringBack(thing, index)} />
          ))}
        </ul>
      )}
      {count === 0 ? null : (
        <UnstyledButton className={classes.more} onClick={() => setIsWhole(true)}>
          {t('chat.review.showMore', { count, isFirst: shown.length === 0 ? 'yes' : 'no' })}
        </UnstyledButton>
      )}
      {moreVanished > 0 && count === 0 ? <p className={classes.place}>{t('chat.review.moreLost', { count: moreVanished })}</p> : null}
    </section>
  );
}

function Loss({ thing, onBringBack }: { readonly thing: Vanished; readonly onBringBack: () => Promise<BackWay | null> }) {
  const t = useTranslations();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const way = thing.broughtBack ?? (isAsked ? 'ask' : null);
  const bringBack = async () => {
    setIsBusy(true);
    setIsAsked((await onBringBack()) === 'ask');
    setIsBusy(false);
  };
  const what = vanishedText(thing, t);
  return (
    <li className={classes.loss}>
      <p className={classes.what}>{what}</p>
      <p className={classes.place}>{t('chat.review.place', { file: thing.file, line: thing.line })}</p>
      {thing.text === '' ? null : <code className={classes.code}>{thing.text}</code>}
      {way === null ? (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          aria-label={t('chat.review.bringBackNamed', { what })}
          onClick={() => void bringBack()}
        >
          {t('chat.review.bringBack')}
        </Button>
      ) : (
        <p className={classes.done} role="status">
          {way === 'ask' ? <Sparkles size={14} aria-hidden="true" /> : <Check size={14} aria-hidden="true" />}
          {t('chat.review.back', { way, file: thing.file })}
        </p>
      )}
    </li>
  );
}
