import { Pencil, Trophy } from 'lucide-react';
import { fieldOf } from '@/components/blocks/data';
import { useEditor } from '@/components/blocks/editor';
import { ReferenceLabel } from '@/components/blocks/fields';
import { DataList } from '@/components/blocks/list';
import { kilos, recordOf, setText, useTraining, volumeOf } from '@/components/training';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { WorkoutExercise } from '@/entities/WorkoutExercise';

/** The exercises of one workout, each with its sets. */
export default function WorkoutSets({ workout }: { workout: string }) {
  const { done } = useTraining();
  const form = { fields: ['exercise', 'sets', 'note'], defaults: { workout, sets: [{}] } } as const;
  const editor = useEditor(WorkoutExercise, form);
  const isRecord = ({ id, exercise }: WorkoutExercise) => recordOf(done, exercise)?.entry === id;
  return (
    <>
      <DataList
        entity={WorkoutExercise}
        title="Exercises"
        filter={{ workout }}
        sort="createdAt"
        form={form}
        empty={{ title: 'No exercises yet', description: 'Add one with its sets as soon as you have done it.' }}
        renderRow={(row) => (
          <div className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 gap-2">
              <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
                <ReferenceLabel entity={WorkoutExercise} field={fieldOf(WorkoutExercise, 'exercise')} id={row.exercise} />
                {isRecord(row) ? (
                  <Badge>
                    <Trophy aria-hidden /> Record
                  </Badge>
                ) : null}
              </p>
              <ul className="flex flex-wrap gap-1.5">
                {Array.from(row.sets.entries(), ([place, set]) => (
                  <li key={place} className="rounded-md bg-muted px-2 py-1 text-sm tabular-nums">
                    {setText(set)}
                  </li>
                ))}
              </ul>
              {row.note ? <p className="text-muted-foreground text-sm">{row.note}</p> : null}
            </div>
            <span className="pt-1.5 text-muted-foreground text-sm tabular-nums">{volumeOf(row) > 0 ? kilos(volumeOf(row)) : null}</span>
            <Button variant="ghost" size="icon" aria-label="Edit these sets" onClick={() => editor.open(row)}>
              <Pencil />
            </Button>
          </div>
        )}
      />
      {editor.dialog}
    </>
  );
}
