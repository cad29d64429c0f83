import { Send } from 'lucide-react';
import { useState } from 'react';
import { dayKey, useRows } from '@/components/blocks/data';
import { Button } from '@/components/ui/button';
import { Draft } from '@/entities/Draft';
import { Post } from '@/entities/Post';

/** Drafts are in a separate table that visitors cannot read. Publishing moves a draft to the table of posts. */
export default function PublishButton({ draft }: { draft: Draft }) {
  const posts = useRows(Post, { limit: 1 });
  const [isPublishing, setPublishing] = useState(false);
  const { title, summary, body, tags } = draft;
  const publish = async () => {
    setPublishing(true);
    try {
      await posts.create({ title, summary, body, tags, publishedOn: dayKey(new Date()) });
      await Draft.delete(draft.id);
    } catch {
      // The store of rows shows the error.
      setPublishing(false);
    }
  };
  return (
    <Button
      size="sm"
      variant="outline"
      title={body ? undefined : 'Write its text first'}
      disabled={isPublishing || !body}
      onClick={() => void publish()}
    >
      <Send /> Publish
    </Button>
  );
}
