import { code, Imports, quote } from '../code.ts';
import { placeholderOf } from '../lexicon/placeholders.ts';
import { type Field, inputFields, type Plan, sentenceCase, type Table, titleField } from '../plan.ts';
import { listName, nameOf, type OutFile, targetOf, targetsOf } from './parts.ts';

/** `components/<Name>Form`: the dialog that adds and changes a row, with the right control for each field. */
export function writeForm(plan: Plan, table: Table): OutFile {
  const fields = inputFields(table);
  const name = `${table.name}Form`;
  const lists = targetsOf(plan, table).map(listName);
  const imports = new Imports()
    .add('react', 'useState')
    .add('@/components/ui/button', 'Button')
    .add('@/components/ui/dialog', 'Dialog', 'DialogContent', 'DialogDescription', 'DialogFooter', 'DialogHeader', 'DialogTitle')
    .addDefault('@/components/FormField', 'FormField');
  const controls = writeControls(plan, table, imports, { autoFocus: true });
  const parts = writeFormParts(table);
  const tags = fields.filter((field) => field.kind === 'tags');
  const props = ['row', 'isOpen', 'onClose', 'onSave', ...lists].join(', ');

  const content = code`
    ${imports.toString()}

    const empty = {
      ${parts.initial}
    };

    export default function ${name}({ isOpen, onClose, ...rest }) {
      return (
        <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
          <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-lg">
            {isOpen && <Fields onClose={onClose} {...rest} />}
          </DialogContent>
        </Dialog>
      );
    }

    function Fields({ ${props.replace('isOpen, ', '')} }) {
      const [values, setValues] = useState({ ...empty, ...row${tags.map((field) => `, ${field.key}: (row?.${field.key} ?? []).join(', ')`).join('')} });
      const [errors, setErrors] = useState({});
      const [isSaving, setIsSaving] = useState(false);

      function set(key, value) {
        setValues((current) => ({ ...current, [key]: value }));
        setErrors((current) => ({ ...current, [key]: undefined }));
      }

      async function submit(event) {
        event.preventDefault();
        ${parts.check}
        setIsSaving(true);
        const data = {
          ${parts.saved}
        };
        const isSaved = await onSave(data, row?.id ? row : null);
        setIsSaving(false);
        if (isSaved) onClose();
      }

      return (
        <form onSubmit={submit} noValidate>
          <DialogHeader>
            <DialogTitle>{row?.id ? ${quote(`Edit ${table.singular}`)} : ${quote(`New ${table.singular}`)}}</DialogTitle>
            <DialogDescription>{row?.id ? ${quote(`Make your changes, then save.`)} : ${quote(introOf(table))}}</DialogDescription>
          </DialogHeader>
          <div className="grid gap-4 py-5 sm:grid-cols-2">
            ${controls}
          </div>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? 'Saving…' : row?.id ? 'Save' : ${quote(`Add ${table.singular}`)}}
            </Button>
          </DialogFooter>
        </form>
      );
    }
  `;
  return { path: `components/${name}`, title: `${sentenceCase(table.singular)} form`, content };
}

/** The controls of all fields, each under its label. */
export function writeControls(
  plan: Plan,
  table: Table,
  imports: Imports,
  { autoFocus, isNarrow = false }: { readonly autoFocus: boolean; readonly isNarrow?: boolean },
): readonly string[] {
  imports.addDefault('@/components/FormField', 'FormField');
  const fields = inputFields(table);
  const wide = isNarrow ? new Set<Field>() : wideFields(fields);
  return fields.map((field, index) => writeField(plan, field, { imports, isWide: wide.has(field), isFirst: autoFocus && index === 0 }));
}

/** Fields that take a row of their own: the first, long ones, and those that would stand beside a gap. */
function wideFields(fields: readonly Field[]): ReadonlySet<Field> {
  const wide = new Set(fields.filter((field, index) => index === 0 || isLong(field)));
  let waiting: Field | null = null;
  for (const field of fields) {
    if (!wide.has(field)) waiting = waiting === null ? field : null;
    else if (waiting !== null) {
      wide.add(waiting);
      waiting = null;
    }
  }
  return waiting === null ? wide : wide.add(waiting);
}

/** What a form starts with, what it insists on and what it sends. */
export function writeFormParts(table: Table): {
  readonly initial: readonly string[];
  readonly check: string;
  readonly saved: readonly string[];
} {
  const fields = inputFields(table);
  const required = fields.filter((field) => field.required);
  return {
    initial: fields.map((field) => `${field.key}: ${initialOf(field)},`),
    saved: fields.map((field) => `${field.key}: ${savedOf(field)},`),
    check:
      required.length === 0
        ? ''
        : code`
        const missing = [${required.map((field) => quote(field.key)).join(', ')}].filter((key) => !String(values[key] ?? '').trim());
        if (missing.length > 0) {
          setErrors(Object.fromEntries(missing.map((key) => [key, 'Please fill this in.'])));
          return;
        }
      `,
  };
}

function introOf(table: Table): string {
  return `Start with the ${titleField(table).label.toLowerCase()}. You can add the rest later.`;
}

function initialOf(field: Field): string {
  if (field.kind === 'enum') return quote(field.options[0] ?? '');
  if (field.kind === 'boolean') return 'false';
  if (field.key === 'streak') return '0';
  return field.kind === 'rating' ? 'null' : "''";
}

function savedOf(field: Field): string {
  const value = `values.${field.key}`;
  switch (field.kind) {
    case 'number':
    case 'money':
    case 'percent':
      return `${value} === '' || ${value} === null ? null : Number(${value})`;
    case 'tags':
      return `${value}.split(',').map((tag) => tag.trim()).filter(Boolean)`;
    case 'date-time':
      return `${value} ? new Date(${value}).toISOString() : null`;
    case 'text':
    case 'email':
    case 'phone':
    case 'url':
    case 'long-text':
      return `(${value} ?? '').trim()`;
    default:
      return value;
  }
}

function writeField(
  plan: Plan,
  field: Field,
  { imports, isWide, isFirst }: { imports: Imports; isWide: boolean; isFirst: boolean },
): string {
  const id = field.key.replace(/_/g, '-');
  const attributes = [
    `id="${id}"`,
    `label=${labelAttribute(field.label)}`,
    field.required && 'required',
    field.required && `error={errors.${field.key}}`,
    isWide && 'wide',
  ];
  return code`
    <FormField ${attributes.filter(Boolean).join(' ')}>
      ${writeControl(plan, field, { id, imports, isFirst })}
    </FormField>
  `;
}

function isLong(field: Field): boolean {
  return ['long-text', 'image', 'tags', 'url'].includes(field.kind);
}

function labelAttribute(label: string): string {
  return label.includes('"') ? `{${quote(label)}}` : `"${label}"`;
}

const inputTypes: Partial<Record<Field['kind'], string>> = {
  email: 'type="email" autoComplete="email"',
  phone: 'type="tel" autoComplete="tel"',
  url: 'type="url" inputMode="url"',
  number: 'type="number" inputMode="decimal" step="any"',
  money: 'type="number" inputMode="decimal" min="0" step="0.01"',
  percent: 'type="number" inputMode="decimal" min="0" max="100"',
  'date-time': 'type="datetime-local"',
  time: 'type="time"',
};

function writeControl(plan: Plan, field: Field, { id, imports, isFirst }: { id: string; imports: Imports; isFirst: boolean }): string {
  const value = `values.${field.key}`;
  const set = (expression: string) => `set(${quote(field.key)}, ${expression})`;
  switch (field.kind) {
    case 'long-text':
      imports.add('@/components/ui/textarea', 'Textarea');
      return `<Textarea id="${id}" rows={3} placeholder=${JSON.stringify(placeholderOf(field))} value={${value} ?? ''} onChange={(event) => ${set('event.target.value')}} />`;
    case 'boolean':
      imports.add('@/components/ui/switch', 'Switch');
      return code`
        <div className="flex h-9 items-center">
          <Switch id="${id}" checked={Boolean(${value})} onCheckedChange={(checked) => ${set('checked')}} />
        </div>
      `;
    case 'enum':
      addSelect(imports);
      return writeSelect(id, value, set('choice'), {
        placeholder: 'Choose',
        items: code`
          ${field.options.map((option) => `<SelectItem value=${JSON.stringify(option)}>${option.replace(/[{}<>]/g, '')}</SelectItem>`)}
        `,
      });
    case 'reference': {
      const target = targetOf(plan, field);
      if (!target) break;
      addSelect(imports);
      return writeSelect(id, value, set('choice'), {
        placeholder: `Choose a ${target.singular}`,
        items: code`
          {${listName(target)}.map((option) => (
            <SelectItem key={option.id} value={option.id}>
              {${nameOf(target, 'option')}}
            </SelectItem>
          ))}
          {${listName(target)}.length === 0 && <p className="px-2 py-1.5 text-sm text-muted-foreground">No ${target.plural} yet</p>}
        `,
      });
    }
    case 'date':
      imports.addDefault('@/components/DateField', 'DateField');
      return `<DateField id="${id}" value={${value}} onChange={(date) => ${set('date')}} />`;
    case 'image':
      imports.addDefault('@/components/ImageField', 'ImageField');
      return `<ImageField id="${id}" value={${value}} onChange={(image) => ${set('image')}} />`;
    case 'rating':
      imports.addDefault('@/components/RatingField', 'RatingField');
      return `<RatingField id="${id}" label=${labelAttribute(field.label)} value={${value}} onChange={(rating) => ${set('rating')}} />`;
    default:
      break;
  }
  imports.add('@/components/ui/input', 'Input');
  const shown = field.kind === 'date-time' ? `localTime(${value})` : `${value} ?? ''`;
  if (field.kind === 'date-time') imports.add('@/services/format', 'localTime');
  const attributes = [
    `id="${id}"`,
    inputTypes[field.kind],
    isFirst && 'autoFocus',
    field.kind === 'time' || field.kind === 'date-time' ? '' : `placeholder=${JSON.stringify(placeholderOf(field))}`,
    `value={${shown}}`,
    `onChange={(event) => ${set('event.target.value')}}`,
  ];
  return code`
    <Input
      ${attributes.filter(Boolean).join('\n')}
    />
  `;
}

function addSelect(imports: Imports): void {
  imports.add('@/components/ui/select', 'Select', 'SelectContent', 'SelectItem', 'SelectTrigger', 'SelectValue');
}

function writeSelect(id: string, value: string, set: string, { placeholder, items }: { placeholder: string; items: string }): string {
  return code`
    <Select value={${value} || ''} onValueChange={(choice) => ${set}}>
      <SelectTrigger id="${id}" className="w-full">
        <SelectValue placeholder="${placeholder}" />
      </SelectTrigger>
      <SelectContent>
        ${items}
      </SelectContent>
    </Select>
  `;
}
