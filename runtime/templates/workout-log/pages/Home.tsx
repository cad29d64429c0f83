import { CalendarCheck, Flame, Timer } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { DataChart } from '@/components/blocks/chart';
import { dayKey } from '@/components/blocks/data';
import { DataFigures } from '@/components/blocks/figures';
import { DataList } from '@/components/blocks/list';
import { Page } from '@/components/blocks/page';
import StartWorkout from '@/components/StartWorkout';
import { kilos, useTraining } from '@/components/training';
import { Exercise } from '@/entities/Exercise';
import { Workout } from '@/entities/Workout';
import { createPageUrl } from '@/utils';

export default function Home() {
  const navigate = useNavigate();
  const { done, volumeIn } = useTraining();
  const since = (days: number) => dayKey(new Date(Date.now() - days * 86_400_000));
  const thisWeek = { date: { $gt: since(7) } };
  const setsOf = ({ id }: Exercise) =>
    done.reduce((sum, { exercise, date, sets }) => sum + (exercise === id && date > since(28) ? sets.length : 0), 0);
  return (
    <Page title="Workouts" actions={<StartWorkout />}>
      <DataFigures
        entity={Workout}
        filter={thisWeek}
        figures={[
          { label: 'Workouts', count: true, icon: CalendarCheck, hint: 'Last 7 days' },
          { label: 'Volume', sum: volumeIn, format: kilos, icon: Flame, hint: 'Last 7 days' },
          { label: 'Minutes', sum: 'minutes', icon: Timer, hint: 'Last 7 days' },
        ]}
      />
      <div className="grid gap-8 lg:grid-cols-2">
        <DataChart entity={Workout} title="Volume by week" by="date" period="week" value={volumeIn} format={kilos} />
        <DataChart entity={Exercise} title="Sets by muscle, last 4 weeks" by="muscles" value={setsOf} />
      </div>
      <DataList
        entity={Workout}
        title="History"
        fields={['date', 'feeling']}
        aside={(row) => <Effort minutes={row.minutes} volume={volumeIn(row)} />}
        search={['title', 'notes']}
        sort="-date"
        canAdd={false}
        empty={{ title: 'No workouts yet', description: 'Start one here before your first set.', action: <StartWorkout /> }}
        onOpen={({ id }) => navigate(createPageUrl(`WorkoutDetail?id=${id}`))}
      />
    </Page>
  );
}

function Effort({ minutes, volume }: { minutes?: number | null; volume: number }) {
  return (
    <div className="text-right tabular-nums">
      <p className="font-medium">{kilos(volume)}</p>
      {minutes ? <p className="text-muted-foreground">{minutes} min</p> : null}
    </div>
  );
}
