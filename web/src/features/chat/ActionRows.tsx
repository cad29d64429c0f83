import { UnstyledButton } from '@mantine/core';
import { Check, ChevronDown, CircleAlert, Minus, Scissors } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionDetail } from './ActionDetail.tsx';
import classes from './ActionRows.module.css';
import { type ActionsOutcome, actionNote, actionState, actionText } from './actionWords.ts';
import type { ActionOf } from './liveTurn.ts';

/** Longer lists collapse into one line once they are complete. */
const many = 5;

/** A message's actions, one line each: kind, file, progress. A complete one opens to show what it wrote. */
export function ActionRows({ actions, outcome }: { readonly actions: readonly ActionOf[]; readonly outcome: ActionsOutcome }) {
  const t = useTranslations();
  const [shown, setShown] = useState<ActionOf | null>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const id = useId();
  const folds = outcome !== 'writing' && actions.length > many && actions.every((action) => action.status === 'complete');
  return (
    <div className={classes.root}>
      {folds ? (
        <UnstyledButton className={classes.row} aria-expanded={isUnfolded} aria-controls={id} onClick={() => setIsUnfolded(!isUnfolded)}>
          <StateIcon status="complete" outcome={outcome} />
          <span className={classes.words}>
            <span className={classes.name}>{t('chat.changes', { count: actions.length })}</span>
          </span>
          {outcome === 'dropped' ? <span className={classes.state}>{t('chat.line.notApplied')}</span> : null}
          <ChevronDown size={14} className={classes.chevron} data-open={isUnfolded || undefined} aria-hidden="true" />
        </UnstyledButton>
      ) : null}
      <ul className={classes.list} id={id} hidden={folds && !isUnfolded}>
        {/* Actions are append-only, so their position identifies them. */}
        {Array.from(actions.entries(), ([position, action]) => (
          <li key={position}>
            <UnstyledButton className={classes.row} disabled={action.content === ''} onClick={() => setShown(action)} title={action.title}>
              <StateIcon status={action.status} outcome={outcome} />
              <Words action={action} outcome={outcome} />
              <span className={classes.state}>{actionState(action, t, outcome)}</span>
            </UnstyledButton>
            {actionNote(action, t, outcome) === null ? null : <p className={classes.error}>{actionNote(action, t, outcome)}</p>}
          </li>
        ))}
      </ul>
      <ActionDetail action={shown} onClose={() => setShown(null)} />
    </div>
  );
}

const quiet = (text: ReactNode) => <span className={classes.verb}>{text}</span>;
const strong = (text: ReactNode) => <span className={classes.name}>{text}</span>;

function Words({ action, outcome }: { readonly action: ActionOf; readonly outcome: ActionsOutcome }) {
  const t = useTranslations();
  const { key, values } = actionText(action, t, outcome);
  return <span className={classes.words}>{t.rich(key, { ...values, verb: quiet, name: strong })}</span>;
}

/** Green only once the action is applied to the app. */
function StateIcon({ status, outcome }: { readonly status: ActionOf['status']; readonly outcome: ActionsOutcome }) {
  if (status === 'complete' && outcome === 'dropped') return <Minus size={14} className={classes.cut} aria-hidden="true" />;
  if (status === 'complete') return <Check size={14} className={outcome === 'applied' ? classes.done : classes.cut} aria-hidden="true" />;
  if (status === 'failed') return <CircleAlert size={14} className={classes.failed} aria-hidden="true" />;
  if (status === 'truncated' || outcome !== 'writing') return <Scissors size={14} className={classes.cut} aria-hidden="true" />;
  return <span className={classes.live} aria-hidden="true" />;
}
