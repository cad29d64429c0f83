import { ArrowLeftRight, Package, ShoppingCart, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '@/components/blocks/shell';

const pages = [
  { page: 'Home', label: 'Stock', icon: Package },
  { page: 'LowStock', label: 'To order', icon: ShoppingCart },
  { page: 'Movements', label: 'Movements', icon: ArrowLeftRight },
  { page: 'Suppliers', label: 'Suppliers', icon: Truck },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  return (
    <AppShell name="Inventory" icon={Package} pages={pages} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
