import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import DeleteWorkout from '@/components/DeleteWorkout';
import StartWorkout from '@/components/StartWorkout';
import WorkoutSets from '@/components/WorkoutSets';
import { Workout } from '@/entities/Workout';
import { createPageUrl } from '@/utils';

export default function WorkoutDetail() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-6 sm:py-8">
      <DataDetail
        entity={Workout}
        id={id}
        back={createPageUrl('Home')}
        form={{ canDelete: false }}
        actions={(row) => (
          <>
            <StartWorkout from={row} />
            <DeleteWorkout workout={row} />
          </>
        )}
      >
        {(row) => <WorkoutSets workout={row.id} />}
      </DataDetail>
    </div>
  );
}
