import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRows } from '@/components/blocks/data';
import { Page } from '@/components/blocks/page';
import { RowStates } from '@/components/blocks/states';
import PostMeta from '@/components/PostMeta';
import { Button } from '@/components/ui/button';
import { Post } from '@/entities/Post';
import { createPageUrl } from '@/utils';

export default function Home() {
  const posts = useRows(Post, { sort: '-publishedOn', limit: 1000 });
  const [tag, setTag] = useState<string | null>(null);
  const tags = [...new Set(posts.rows.flatMap((post) => post.tags ?? []))].sort();
  return (
    <Page
      title="Slow Notes"
      description="On gardens, bread, and doing fewer things at once."
      width="narrow"
      className="[&_h1]:font-normal [&_h1]:font-serif [&_h1]:text-4xl"
    >
      <RowStates entity={Post} rows={posts} empty={{ title: 'No posts yet' }}>
        <div className="grid gap-8">
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">Tags</legend>
            {[null, ...tags].map((one) => (
              <Button
                key={one ?? ''}
                variant={one === tag ? 'default' : 'outline'}
                size="sm"
                aria-pressed={one === tag}
                onClick={() => setTag(one)}
              >
                {one ?? 'All posts'}
              </Button>
            ))}
          </fieldset>
          <ul className="divide-y border-t">
            {posts.rows
              .filter((post) => tag === null || post.tags?.includes(tag))
              .map((post) => (
                <li key={post.id} className="group relative grid gap-2 py-8">
                  <PostMeta post={post} />
                  <h2 className="text-balance font-serif text-2xl leading-snug group-hover:text-primary sm:text-3xl">
                    <Link
                      to={createPageUrl(`PostDetail?id=${post.id}`)}
                      className="outline-none after:absolute after:inset-0 focus-visible:after:ring-[3px] focus-visible:after:ring-ring/50"
                    >
                      {post.title}
                    </Link>
                  </h2>
                  <p className="text-muted-foreground">{post.summary}</p>
                </li>
              ))}
          </ul>
        </div>
      </RowStates>
    </Page>
  );
}
