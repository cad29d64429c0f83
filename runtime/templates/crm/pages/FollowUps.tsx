import { dayKey } from '@/components/blocks/data';
import { DataFigures } from '@/components/blocks/figures';
import { Page } from '@/components/blocks/page';
import FollowUpList from '@/components/FollowUpList';
import { Activity } from '@/entities/Activity';

export default function FollowUps() {
  const now = new Date();
  const today = dayKey(now);
  const inAWeek = dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7));
  const open = { done: { $ne: true } };
  return (
    <Page title="Follow-ups" description="Who to call, write to or meet next.">
      <DataFigures
        entity={Activity}
        figures={[
          { label: 'Overdue', count: true, filter: { ...open, due: { $lt: today } } },
          { label: 'Today', count: true, filter: { ...open, due: today } },
          { label: 'Next 7 days', count: true, filter: { ...open, due: { $gt: today, $lte: inAWeek } } },
        ]}
      />
      <FollowUpList title="Due" filter={{ due: { $lte: today } }} none="Nothing is due" defaults={{ due: today }} canAdd />
      <FollowUpList title="Later" filter={{ due: { $gt: today } }} none="Nothing planned" />
    </Page>
  );
}
