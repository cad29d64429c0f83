import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import PostBody from '@/components/PostBody';
import PostComments from '@/components/PostComments';
import PostMeta from '@/components/PostMeta';
import { Post } from '@/entities/Post';
import { createPageUrl } from '@/utils';

export default function PostDetail() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-6 sm:px-6 sm:py-10 [&_h1]:font-normal [&_h1]:font-serif [&_h1]:text-4xl">
      <DataDetail entity={Post} id={id} fields={[]} back={createPageUrl('Home')}>
        {(post) => (
          <div className="grid gap-8">
            <PostMeta post={post} />
            <PostBody text={post.body} />
            <PostComments post={post.id} />
          </div>
        )}
      </DataDetail>
    </div>
  );
}
