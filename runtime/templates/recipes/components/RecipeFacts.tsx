import { Clock, Heart } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import type { Recipe } from '@/entities/Recipe';

/** Cooking time and category. */
export default function RecipeFacts({ recipe: { minutes, isFavourite, tags } }: { recipe: Recipe }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-muted-foreground text-sm">
      {minutes ? (
        <span className="mr-1.5 inline-flex items-center gap-1.5">
          <Clock className="size-4" aria-hidden /> {minutes} min
        </span>
      ) : null}
      {(tags ?? []).map((tag) => (
        <Badge key={tag} variant="secondary">
          {tag}
        </Badge>
      ))}
      {isFavourite ? <Heart className="ml-auto size-4 fill-current text-primary" aria-label="Favourite" /> : null}
    </div>
  );
}
