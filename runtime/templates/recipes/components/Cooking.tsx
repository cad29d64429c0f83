import { ShoppingBasket } from 'lucide-react';
import { useState } from 'react';
import { notify } from '@/components/blocks/data';
import { Section } from '@/components/blocks/page';
import Servings from '@/components/Servings';
import { Button } from '@/components/ui/button';
import type { Recipe } from '@/entities/Recipe';
import { ShoppingItem } from '@/entities/ShoppingItem';
import { linesOf, scaled } from '@/services/scale';

/** A recipe: ingredients for the chosen number of servings, and the steps. */
export default function Cooking({ recipe }: { recipe: Recipe }) {
  const [servings, setServings] = useState(recipe.servings);
  const lines = recipe.ingredients.map((line) => scaled(line, servings / recipe.servings));
  const shop = async () => {
    await ShoppingItem.bulkCreate(lines.map((name) => ({ name, recipe: recipe.title })));
    await notify({ text: `${lines.length} items added to the shopping list` });
  };
  return (
    <div className="grid items-start gap-8 md:grid-cols-[18rem_1fr]">
      <Section title="Ingredients">
        <Servings value={servings} onChange={setServings} />
        <ul className="divide-y rounded-xl border bg-card text-sm">
          {recipe.ingredients.map((line, index) => (
            <li key={line.name} className="px-4 py-2.5">
              {lines[index]}
            </li>
          ))}
        </ul>
        <Button
          variant="outline"
          onClick={() => void shop().catch(() => notify({ text: 'The shopping list did not take them.', tone: 'error' }))}
        >
          <ShoppingBasket /> Add to shopping list
        </Button>
      </Section>
      <Section title="Steps">
        <ol className="grid gap-4">
          {linesOf(recipe.steps).map((step, index) => (
            <li key={step} className="grid grid-cols-[2rem_1fr] gap-3">
              <span className="grid size-8 place-content-center rounded-full bg-primary/10 font-medium text-primary text-sm" aria-hidden>
                {index + 1}
              </span>
              <p className="pt-1 leading-relaxed">{step}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
