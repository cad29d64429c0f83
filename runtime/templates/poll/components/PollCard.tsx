import { Check } from 'lucide-react';
import { useState } from 'react';
import { dayKey, formatDate, useRows } from '@/components/blocks/data';
import { Button } from '@/components/ui/button';
import type { Poll } from '@/entities/Poll';
import { Vote } from '@/entities/Vote';

/**
 * Only this browser prevents a second vote: it stores its vote and hides the buttons. The server lets everyone add, change and delete votes,
 * because the table needs no account. For binding votes, set its permissions to read "all" and write "creator": users then log in to vote, the
 * server records who voted, and users change only their own rows.
 */
export default function PollCard({ poll, onEdit }: { poll: Poll; onEdit?: () => void }) {
  const votes = useRows(Vote, { filter: { poll: poll.id }, limit: Number.POSITIVE_INFINITY, refresh: 5 });
  const [mine, setMine] = useState(() => localStorage.getItem(`vote-${poll.id}`));
  const isOver = poll.lastDay ? poll.lastDay < dayKey(new Date()) : false;
  const [isCurious, setCurious] = useState(false);
  const hasResults = mine !== null || isOver || isCurious;
  const vote = async (option: string) => {
    setMine(option);
    // The store of rows shows the error; enable the choices again.
    await votes.create({ poll: poll.id, option }).then(
      () => localStorage.setItem(`vote-${poll.id}`, option),
      () => setMine(null),
    );
  };
  const total = votes.rows.length;
  const state = isOver ? 'Closed' : poll.lastDay ? `Open until ${formatDate(poll.lastDay)}` : 'Open';
  return (
    <article className="grid gap-5 rounded-2xl border bg-card p-5 sm:p-7">
      <header className="grid gap-2">
        <p className="flex min-h-8 items-center justify-between gap-2 text-muted-foreground text-sm">
          {state}
          {onEdit ? (
            <Button variant="outline" size="sm" onClick={onEdit}>
              Edit
            </Button>
          ) : null}
        </p>
        <h2 className="text-balance font-semibold text-xl leading-snug tracking-tight sm:text-2xl">{poll.question}</h2>
        {poll.details ? <p className="whitespace-pre-line text-muted-foreground">{poll.details}</p> : null}
      </header>
      <ul className="grid gap-2">
        {poll.options.map((option) => {
          const count = votes.rows.filter((row) => row.option === option).length;
          return (
            <li key={option}>
              {hasResults ? (
                <Bar option={option} count={count} share={total === 0 ? 0 : count / total} isMine={option === mine} />
              ) : (
                <Button
                  variant="outline"
                  className="h-auto min-h-12 w-full justify-start whitespace-normal text-left text-base"
                  onClick={() => void vote(option)}
                >
                  {option}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <footer className="flex min-h-8 items-center justify-between gap-2 text-muted-foreground text-sm tabular-nums">
        {total} {total === 1 ? 'vote' : 'votes'}
        {mine === null && !isOver ? (
          <Button variant="ghost" size="sm" onClick={() => setCurious(!isCurious)}>
            {isCurious ? 'Back to the vote' : 'Show results'}
          </Button>
        ) : null}
      </footer>
    </article>
  );
}

interface BarProps {
  option: string;
  count: number;
  /** Of all votes, 0 to 1. */
  share: number;
  isMine: boolean;
}

function Bar({ option, count, share, isMine }: BarProps) {
  const percent = Math.round(share * 100);
  return (
    <div className="relative flex min-h-12 items-center gap-3 overflow-hidden rounded-md border px-4 py-2">
      <div className="absolute inset-y-0 left-0 bg-primary/20 transition-[width]" style={{ width: `${percent}%` }} aria-hidden />
      <span className={isMine ? 'relative font-medium' : 'relative'}>{option}</span>
      {isMine ? <Check className="relative size-4 shrink-0 text-primary" aria-label="Your vote" /> : null}
      <span className="relative ml-auto shrink-0 text-sm tabular-nums">
        <span className="font-medium">{percent} %</span> · {count}
      </span>
    </div>
  );
}
