import type { Plan, Table } from '../../plan.ts';
import { agendaView } from './agenda.ts';
import { boardView } from './board.ts';
import { checklistView } from './checklist.ts';
import { galleryView } from './gallery.ts';
import { ledgerView } from './ledger.ts';
import { notesView } from './notes.ts';
import { peopleView } from './people.ts';
import { shelfView } from './shelf.ts';
import { tableView } from './table.ts';
import type { View } from './view.ts';

/** The view of a table's layout; a plain table when it lacks the fields that the layout lives from. */
export function viewOf(plan: Plan, table: Table): View {
  switch (table.layout) {
    case 'people':
      return peopleView(plan, table);
    case 'board':
      return boardView(plan, table) ?? tableView(plan, table);
    case 'agenda':
      return agendaView(plan, table) ?? tableView(plan, table);
    case 'checklist':
      return checklistView(plan, table) ?? tableView(plan, table);
    case 'gallery':
      return galleryView(plan, table);
    case 'ledger':
      return ledgerView(plan, table);
    case 'shelf':
      return shelfView(plan, table);
    case 'notes':
      return notesView(plan, table);
    default:
      return tableView(plan, table);
  }
}
