import { Check } from 'lucide-react';
import { useState } from 'react';
import { dayKey, useRows } from '@/components/blocks/data';
import { Button } from '@/components/ui/button';
import { Comment } from '@/entities/Comment';
import { NewComment } from '@/entities/NewComment';

/** Moves a comment to where visitors read it. */
export default function ApproveButton({ comment }: { comment: NewComment }) {
  const comments = useRows(Comment, { limit: 1 });
  const [isApproving, setApproving] = useState(false);
  const { id, post, name, message, createdAt } = comment;
  const approve = async () => {
    setApproving(true);
    try {
      await comments.create({ post, name, message, writtenOn: dayKey(new Date(createdAt)) });
      await NewComment.delete(id);
    } catch {
      // The store of rows shows the error.
      setApproving(false);
    }
  };
  return (
    <Button size="sm" disabled={isApproving} onClick={() => void approve()}>
      <Check /> Approve
    </Button>
  );
}
