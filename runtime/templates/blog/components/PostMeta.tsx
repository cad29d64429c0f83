import { formatDate } from '@/components/blocks/data';
import { Badge } from '@/components/ui/badge';
import type { Post } from '@/entities/Post';

const WORDS_A_MINUTE = 220;

/** When a post was published, how long it takes to read, and its tags. */
export default function PostMeta({ post }: { post: Post }) {
  const minutes = Math.max(1, Math.round(post.body.split(/\s+/).length / WORDS_A_MINUTE));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
      <p>
        <time dateTime={post.publishedOn}>{formatDate(post.publishedOn)}</time> · {minutes} min to read
      </p>
      {post.tags?.map((tag) => (
        <Badge key={tag} variant="secondary">
          {tag}
        </Badge>
      ))}
    </div>
  );
}
