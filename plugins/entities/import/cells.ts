import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';

const SPLITTERS = ['\n', ';', '|', '\t', ','] as const;

/** The field that a column's header names, ignoring case and separators: `Due date` is `due_date` or `dueDate`. */
export function fieldOf(schema: EntitySchema, column: string): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  const names = Object.keys(schema.properties);
  return names.find((name) => name === column) ?? names.find((name) => plain(name) === plain(column)) ?? null;
}

/** Converts a cell to its field's type (section 5 of the specification); what cannot be converted is kept, for the validator to report. */
export function fromCell(cell: string, property: PropertySchema): unknown {
  switch (property.type) {
    case 'number':
    case 'integer':
      return Number.isNaN(Number(cell)) ? cell : Number(cell);
    case 'boolean':
      return cell.toLowerCase() === 'true';
    case 'object':
      return parsed(cell);
    case 'array': {
      const list = cell.startsWith('[') ? parsed(cell) : cell;
      if (typeof list !== 'string' || (property.items?.type ?? 'string') !== 'string') return list;
      const splitter = SPLITTERS.find((character) => list.includes(character));
      const parts = splitter === undefined ? [list] : list.split(splitter);
      return parts.map((part) => part.trim()).filter((part) => part !== '');
    }
    default: {
      const isTime = property.format === 'date-time' && !Number.isNaN(Date.parse(cell));
      return isTime ? new Date(cell).toISOString() : cell;
    }
  }
}

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
