import { useNavigate } from 'react-router-dom';
import { DataCards } from '@/components/blocks/cards';
import { Page } from '@/components/blocks/page';
import RecipeFacts from '@/components/RecipeFacts';
import { Recipe } from '@/entities/Recipe';
import { createPageUrl } from '@/utils';

export default function Home() {
  const navigate = useNavigate();
  return (
    <Page title="What’s cooking?">
      <DataCards
        entity={Recipe}
        image="picture"
        badge="course"
        fields={['summary']}
        footer={(row) => <RecipeFacts recipe={row} />}
        search={['title', 'summary', 'tags']}
        filters={['course', 'isFavourite']}
        sort="title"
        form={{ columns: 2 }}
        onOpen={(row) => navigate(createPageUrl(`RecipeDetails?id=${row.id}`))}
      />
    </Page>
  );
}
