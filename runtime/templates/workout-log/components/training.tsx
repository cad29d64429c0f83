import { useRows } from '@/components/blocks/data';
import { Workout } from '@/entities/Workout';
import { WorkoutExercise } from '@/entities/WorkoutExercise';

type Set = WorkoutExercise['sets'][number];

export const volumeOf = ({ sets }: WorkoutExercise) => sets.reduce((sum, { weight, reps }) => sum + (weight ?? 0) * reps, 0);
export const setText = ({ weight, reps }: Set) => (weight ? `${weight} kg × ${reps}` : `${reps} reps`);
export const kilos = (amount: number) => `${Math.round(amount).toLocaleString()} kg`;

/** Estimated one-repetition maximum (Epley formula): weight × (1 + reps / 30). */
export const oneRepMax = ({ weight, reps }: Set) => (reps === 1 ? (weight ?? 0) : (weight ?? 0) * (1 + reps / 30));

/** All workouts with their exercises. Omits exercises of deleted workouts. */
export function useTraining() {
  const workouts = useRows(Workout, { sort: '-date', limit: Number.POSITIVE_INFINITY });
  const entries = useRows(WorkoutExercise, { limit: Number.POSITIVE_INFINITY });
  const byId = new Map(workouts.rows.map((workout) => [workout.id, workout]));
  const done = entries.rows.flatMap((entry) => {
    const workout = byId.get(entry.workout);
    return workout === undefined ? [] : [{ ...entry, date: workout.date }];
  });
  const volumeIn = ({ id }: Workout) => done.reduce((sum, entry) => sum + (entry.workout === id ? volumeOf(entry) : 0), 0);
  return { workouts, done, volumeIn };
}

/** The best set of an exercise: the highest estimated one-repetition maximum, or the most repetitions without weight. */
export function recordOf(done: ReturnType<typeof useTraining>['done'], exercise: string) {
  const sets = done.flatMap((entry) =>
    entry.exercise === exercise ? entry.sets.map((set) => ({ ...set, date: entry.date, entry: entry.id })) : [],
  );
  return sets.sort((a, b) => oneRepMax(b) - oneRepMax(a) || b.reps - a.reps || (a.date < b.date ? -1 : 1))[0];
}
