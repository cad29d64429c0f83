import { UnstyledButton } from '@mantine/core';
import { Check, CircleAlert, Scissors } from 'lucide-react';
import { useState } from 'react';
import { ActionDetail } from './ActionDetail.tsx';
import classes from './ActionRows.module.css';
import { actionState, actionWords } from './actionWords.ts';
import type { ActionOf } from './thread.ts';

/** What was done, one short line each: what, to which file, how far. A finished one opens to show what it wrote. */
export function ActionRows({ actions, isLive }: { readonly actions: readonly ActionOf[]; readonly isLive: boolean }) {
  const [shown, setShown] = useState<ActionOf | null>(null);
  return (
    <>
      <ul className={classes.root}>
        {actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions are only ever added at the end
          <li key={index}>
            <UnstyledButton className={classes.row} disabled={action.content === ''} onClick={() => setShown(action)} title={action.title}>
              <StateIcon status={action.status} isLive={isLive} />
              <Words action={action} />
              <span className={classes.state}>{actionState(action)}</span>
            </UnstyledButton>
            {action.error === null ? null : <p className={classes.error}>{action.error}</p>}
          </li>
        ))}
      </ul>
      <ActionDetail action={shown} onClose={() => setShown(null)} />
    </>
  );
}

function Words({ action }: { readonly action: ActionOf }) {
  const { verb, name } = actionWords(action);
  return (
    <span className={classes.words}>
      <span className={classes.verb}>{verb}</span> <span className={classes.name}>{name}</span>
    </span>
  );
}

function StateIcon({ status, isLive }: { readonly status: ActionOf['status']; readonly isLive: boolean }) {
  if (status === 'complete') return <Check size={14} className={classes.done} aria-hidden="true" />;
  if (status === 'failed') return <CircleAlert size={14} className={classes.failed} aria-hidden="true" />;
  if (status === 'truncated' || !isLive) return <Scissors size={14} className={classes.cut} aria-hidden="true" />;
  return <span className={classes.live} aria-hidden="true" />;
}
