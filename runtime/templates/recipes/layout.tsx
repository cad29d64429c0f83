import { ChefHat, ShoppingBasket } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
  { page: 'Home', label: 'Recipes', icon: ChefHat },
  { page: 'Shopping', label: 'Shopping list', icon: ShoppingBasket },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="Recipes" icon={ChefHat} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
