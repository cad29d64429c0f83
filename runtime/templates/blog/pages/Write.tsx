import { useNavigate } from 'react-router-dom';
import { DataList } from '@/components/blocks/list';
import { Page } from '@/components/blocks/page';
import PublishButton from '@/components/PublishButton';
import { Draft } from '@/entities/Draft';
import { Post } from '@/entities/Post';
import { createPageUrl } from '@/utils';

export default function Write() {
  const navigate = useNavigate();
  return (
    <Page title="Write" width="narrow">
      <DataList
        entity={Draft}
        title="Drafts"
        description="Only you see them until you publish them."
        fields={['summary']}
        rowActions={(draft) => <PublishButton draft={draft} />}
      />
      <DataList
        entity={Post}
        title="Published"
        fields={['publishedOn', 'tags']}
        search={['title', 'body']}
        sort="-publishedOn"
        canAdd={false}
        onOpen={({ id }) => navigate(createPageUrl(`PostDetail?id=${id}`))}
      />
    </Page>
  );
}
