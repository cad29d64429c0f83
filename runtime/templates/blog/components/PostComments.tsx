import { MailCheck } from 'lucide-react';
import { formatDate } from '@/components/blocks/data';
import { DataForm } from '@/components/blocks/form';
import { DataList } from '@/components/blocks/list';
import { EmptyState } from '@/components/blocks/states';
import { Comment } from '@/entities/Comment';
import { NewComment } from '@/entities/NewComment';

/** Visitors add comments to a table that only the author reads. Approved comments move to the public table, which only the author changes. */
export default function PostComments({ post }: { post: string }) {
  return (
    <div className="grid gap-8 border-t pt-8">
      <DataList
        entity={Comment}
        title="Comments"
        filter={{ post }}
        sort="writtenOn"
        canAdd={false}
        empty={{ title: 'No comments yet' }}
        renderRow={({ name, message, writtenOn }) => (
          <div className="grid gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{name}</span>
              <span className="text-muted-foreground text-sm">{formatDate(writtenOn)}</span>
            </p>
            <p className="whitespace-pre-line">{message}</p>
          </div>
        )}
      />
      <DataForm
        entity={NewComment}
        fields={['name', 'message']}
        defaults={{ post }}
        title="Write a comment"
        description="It appears once the author has approved it."
        submitLabel="Send comment"
        thanks={<EmptyState icon={MailCheck} title="Thank you" description="Your comment has arrived and waits for the author." />}
      />
    </div>
  );
}
