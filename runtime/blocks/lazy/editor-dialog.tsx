import { Trash2Icon } from 'lucide-react';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../kit/dialog.tsx';
import { type Entity, nounsOf, type Row, rowTitle, useAccess, useRowChanges } from '../data.ts';
import type { EditorOptions } from '../editor.tsx';
import { FieldList } from '../fields.tsx';
import { DataForm } from '../form.tsx';

interface EditorDialogProps extends EditorOptions<Row> {
  readonly entity: Entity;
  readonly row: Row | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export default function EditorDialog({ entity, row, isOpen, onClose, fields, defaults, columns, canDelete = true }: EditorDialogProps) {
  const access = useAccess(entity);
  const { remove } = useRowChanges(entity);
  const { one } = nounsOf(entity);
  const isReadOnly = row !== undefined && !access.canChange(row);
  const title = row === undefined ? `Add ${one}` : isReadOnly ? rowTitle(entity, row) : `Edit ${one}`;
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent className={columns === 2 ? 'sm:max-w-2xl' : undefined}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription className="sr-only">{isReadOnly ? 'Its fields' : 'Fill in the fields and save'}</DialogDescription>
        </DialogHeader>
        {isReadOnly ? (
          <FieldList entity={entity} row={row} fields={fields} />
        ) : (
          <DataForm
            entity={entity}
            row={row}
            fields={fields}
            defaults={defaults}
            columns={columns}
            onSaved={onClose}
            onCancel={onClose}
            footer={
              row === undefined || !canDelete ? null : (
                <Button
                  type="button"
                  variant="ghost"
                  className="text-destructive hover:text-destructive"
                  onClick={() => {
                    onClose();
                    remove(row);
                  }}
                >
                  <Trash2Icon /> Delete
                </Button>
              )
            }
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
