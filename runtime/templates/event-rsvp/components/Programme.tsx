import { Pencil } from 'lucide-react';
import { useAccess } from '@/components/blocks/data';
import { useEditor } from '@/components/blocks/editor';
import { DataList } from '@/components/blocks/list';
import { Button } from '@/components/ui/button';
import { ProgrammeItem } from '@/entities/ProgrammeItem';

/** The schedule; hosts can edit it. */
export default function Programme() {
  const { canChange } = useAccess(ProgrammeItem);
  const editor = useEditor(ProgrammeItem);
  return (
    <>
      <DataList
        entity={ProgrammeItem}
        title="Programme"
        sort="time"
        empty={{ title: 'The programme follows' }}
        renderRow={(item) => (
          <div className="flex items-start gap-4">
            <span className="w-12 shrink-0 font-medium text-primary tabular-nums">{item.time}</span>
            <div className="grid min-w-0 flex-1 gap-0.5">
              <h3 className="font-medium">{item.title}</h3>
              <p className="whitespace-pre-line text-muted-foreground text-sm">{item.details}</p>
            </div>
            {canChange(item) ? (
              <Button variant="ghost" size="icon-sm" aria-label={`Edit ${item.title}`} onClick={() => editor.open(item)}>
                <Pencil />
              </Button>
            ) : null}
          </div>
        )}
      />
      {editor.dialog}
    </>
  );
}
