import { useLocation } from 'react-router-dom';
import { DataDetail } from '@/components/blocks/detail';
import Cooking from '@/components/Cooking';
import RecipeFacts from '@/components/RecipeFacts';
import { Recipe } from '@/entities/Recipe';
import { createPageUrl } from '@/utils';

export default function RecipeDetails() {
  const id = new URLSearchParams(useLocation().search).get('id');
  return (
    <DataDetail
      entity={Recipe}
      id={id}
      fields={[]}
      back={createPageUrl('Home')}
      form={{ columns: 2 }}
      className="mx-auto max-w-4xl px-4 py-6 sm:px-6 sm:py-8"
    >
      {(recipe) => (
        <>
          <p className="-mt-3 text-muted-foreground">{recipe.summary}</p>
          {recipe.picture ? <img src={recipe.picture} alt="" className="aspect-[2/1] w-full rounded-xl border object-cover" /> : null}
          <RecipeFacts recipe={recipe} />
          <Cooking key={recipe.servings} recipe={recipe} />
        </>
      )}
    </DataDetail>
  );
}
