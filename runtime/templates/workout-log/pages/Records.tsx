import { formatDate } from '@/components/blocks/data';
import { DataList } from '@/components/blocks/list';
import { Page } from '@/components/blocks/page';
import { kilos, oneRepMax, recordOf, setText, useTraining } from '@/components/training';
import { Exercise } from '@/entities/Exercise';

export default function Records() {
  const { done } = useTraining();
  const record = ({ id }: Exercise) => {
    const best = recordOf(done, id);
    if (best === undefined) return <span className="text-muted-foreground">Not done yet</span>;
    return (
      <div className="text-right tabular-nums">
        <p className="font-medium">{setText(best)}</p>
        <p className="text-muted-foreground">
          {oneRepMax(best) > 0 ? `1RM ${kilos(oneRepMax(best))} · ` : ''}
          {formatDate(best.date)}
        </p>
      </div>
    );
  };
  return (
    <Page title="Personal records" description="The best set of each exercise, with its estimated one-rep max (1RM)." width="narrow">
      <DataList entity={Exercise} fields={['muscles', 'equipment']} aside={record} search={['name']} filters={['muscles']} sort="name" />
    </Page>
  );
}
