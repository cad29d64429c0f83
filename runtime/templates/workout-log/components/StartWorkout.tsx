import { Play } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { dayKey, useRows } from '@/components/blocks/data';
import { Button } from '@/components/ui/button';
import { Workout } from '@/entities/Workout';
import { WorkoutExercise } from '@/entities/WorkoutExercise';
import { createPageUrl } from '@/utils';

/** Creates a workout for today and opens it; `from` copies the exercises and sets of an earlier one. */
export default function StartWorkout({ from }: { from?: Workout }) {
  const navigate = useNavigate();
  const workouts = useRows(Workout, { limit: 1 });
  const before = useRows(WorkoutExercise, { filter: { workout: from?.id ?? '' }, sort: 'createdAt' });
  if (!workouts.access.canAdd) return null;
  const start = async () => {
    const today = new Date();
    const title = from?.title ?? `${today.toLocaleDateString(undefined, { weekday: 'long' })} workout`;
    const { id } = await workouts.create({ title, date: dayKey(today) });
    if (before.rows.length > 0)
      await WorkoutExercise.bulkCreate(before.rows.map(({ exercise, sets }) => ({ workout: id, exercise, sets })));
    await navigate(createPageUrl(`WorkoutDetail?id=${id}`));
  };
  return (
    <Button variant={from ? 'outline' : 'default'} onClick={() => void start()}>
      <Play /> {from ? 'Do it again' : 'Start workout'}
    </Button>
  );
}
