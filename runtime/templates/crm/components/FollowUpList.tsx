import { CalendarCheck, Check } from 'lucide-react';
import { dayKey, formatDate, type RowFields, useRowChanges } from '@/components/blocks/data';
import { DataList } from '@/components/blocks/list';
import { Button } from '@/components/ui/button';
import { Activity } from '@/entities/Activity';

interface FollowUpListProps {
  title: string;
  filter: RowFields;
  /** The text without rows. */
  none: string;
  defaults?: RowFields;
  canAdd?: boolean;
}

/** Open follow-ups, overdue ones in red, each with a button that marks it as done. */
export default function FollowUpList({ title, filter, none, defaults, canAdd = false }: FollowUpListProps) {
  const { update } = useRowChanges(Activity);
  const today = dayKey(new Date());
  return (
    <DataList
      entity={Activity}
      title={title}
      filter={{ ...filter, done: { $ne: true } }}
      sort="due"
      fields={filter.contact ? ['kind', 'deal'] : ['kind', 'contact', 'deal']}
      aside={(row) => <span className={row.due < today ? 'text-destructive' : 'text-muted-foreground'}>{formatDate(row.due)}</span>}
      canAdd={canAdd}
      form={{ columns: 2, defaults }}
      empty={{ icon: CalendarCheck, title: none }}
      rowActions={(row) => (
        <Button variant="outline" size="sm" onClick={() => update(row, { done: true })}>
          <Check /> Done
        </Button>
      )}
    />
  );
}
