import { Badge } from '@/components/ui/badge';
import type { Item } from '@/entities/Item';
import { useStock } from '@/services/stock';

/** The stock level, `12 kg`, and whether it is sufficient. */
export default function StockLevel({ item }: { item: Item }) {
  const { isReady, levelOf, isLow } = useStock();
  const level = levelOf(item);
  if (!isReady) return <span className="text-muted-foreground">…</span>;
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      {isLow(item) ? (
        <Badge variant="outline" className="border-destructive/40 text-destructive">
          {level <= 0 ? 'None left' : 'Low'}
        </Badge>
      ) : null}
      {level.toLocaleString()} {item.unit}
    </span>
  );
}
