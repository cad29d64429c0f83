import { Pin } from 'lucide-react';
import { formatDate, useAccess } from '@/components/blocks/data';
import { useEditor } from '@/components/blocks/editor';
import { DataList } from '@/components/blocks/list';
import { Button } from '@/components/ui/button';
import { Notice } from '@/entities/Notice';

/** Notices, pinned ones first. */
export default function Noticeboard() {
  const editor = useEditor(Notice);
  const { canAdd } = useAccess(Notice);
  return (
    <>
      <DataList
        entity={Notice}
        title="Notices"
        sort="-isPinned"
        renderRow={(row) => (
          <article className="grid gap-2 py-2 text-sm">
            <header className="flex items-start gap-2">
              <h3 className="min-w-0 flex-1 font-semibold text-base">{row.title}</h3>
              {row.isPinned ? <Pin className="mt-1 size-4 text-primary" aria-label="Kept at the top" /> : null}
            </header>
            <p className="wrap-anywhere whitespace-pre-line">{row.text}</p>
            <footer className="flex items-center justify-between text-muted-foreground">
              {formatDate(row.createdAt)}
              {canAdd ? (
                <Button variant="ghost" size="sm" onClick={() => editor.open(row)}>
                  Edit
                </Button>
              ) : null}
            </footer>
          </article>
        )}
      />
      {editor.dialog}
    </>
  );
}
