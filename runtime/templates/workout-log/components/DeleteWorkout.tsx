import { Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { failureText, notify, useAccess } from '@/components/blocks/data';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '@/components/ui/alert-dialog';
import { Button } from '@/components/ui/button';
import { Workout } from '@/entities/Workout';
import { WorkoutExercise } from '@/entities/WorkoutExercise';
import { createPageUrl } from '@/utils';

/** Deletes a workout with its exercises, the exercises first: if the second call fails, none is left without its workout. */
export default function DeleteWorkout({ workout }: { workout: Workout }) {
  const navigate = useNavigate();
  const { canChange } = useAccess(Workout);
  if (!canChange(workout)) return null;
  const remove = async () => {
    try {
      await WorkoutExercise.deleteMany({ workout: workout.id });
      await Workout.delete(workout.id);
      await navigate(createPageUrl('Home'));
    } catch (error) {
      await notify({ text: failureText(error), tone: 'error' });
    }
  };
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button variant="outline">
          <Trash2 /> Delete
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Delete “{workout.title}”?</AlertDialogTitle>
          <AlertDialogDescription>Its exercises and sets are deleted with it. This cannot be undone.</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction onClick={() => void remove()}>Delete</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
