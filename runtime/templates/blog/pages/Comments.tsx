import ApproveButton from '@/components/ApproveButton';
import { fieldOf, useRows } from '@/components/blocks/data';
import { ReferenceLabel } from '@/components/blocks/fields';
import { DataList } from '@/components/blocks/list';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Button } from '@/components/ui/button';
import { Comment } from '@/entities/Comment';
import { NewComment } from '@/entities/NewComment';

export default function Comments() {
  const { remove } = useRows(NewComment, { limit: 1 });
  return (
    <Page title="Comments">
      <DataList
        entity={NewComment}
        title="Waiting for you"
        description="Visitors see a comment once you approve it."
        canAdd={false}
        refresh={30}
        empty={{ title: 'Nothing waits' }}
        renderRow={(comment) => (
          <div className="flex flex-wrap items-start gap-4">
            <div className="grid min-w-60 flex-1 gap-1">
              <p className="text-sm">
                <span className="font-medium">{comment.name}</span> <span className="text-muted-foreground">on </span>
                <ReferenceLabel entity={NewComment} field={fieldOf(NewComment, 'post')} id={comment.post} />
              </p>
              <p className="whitespace-pre-line">{comment.message}</p>
            </div>
            <div className="flex gap-2">
              <Button size="sm" variant="ghost" onClick={() => remove(comment)}>
                Delete
              </Button>
              <ApproveButton comment={comment} />
            </div>
          </div>
        )}
      />
      <DataTable entity={Comment} title="Published" columns={['name', 'message', 'post', 'writtenOn']} sort="-writtenOn" canAdd={false} />
    </Page>
  );
}
