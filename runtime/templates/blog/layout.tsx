import { BookOpenText, MessageSquare, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '@/components/blocks/data';
import { AppShell } from '@/components/blocks/shell';
import { Draft } from '@/entities/Draft';

const forAll = [{ page: 'Home', label: 'Posts', icon: BookOpenText }];
const forAuthor = [
  ...forAll,
  { page: 'Write', label: 'Write', icon: PencilLine },
  { page: 'Comments', label: 'Comments', icon: MessageSquare },
];

export default function Layout({ currentPageName, children }: { currentPageName: string; children: ReactNode }) {
  const { see } = useAccess(Draft);
  return (
    <AppShell
      name="Slow Notes"
      icon={BookOpenText}
      pages={see === 'all' ? forAuthor : forAll}
      currentPageName={currentPageName}
      hasLogin="footer"
      footer="Slow Notes, written by June Adler"
    >
      {children}
    </AppShell>
  );
}
