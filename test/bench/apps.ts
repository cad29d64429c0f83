/** An app of `count` files, all loaded by its first page; `edit` changes the text of one component. */
export function appOf(count: number): Readonly<Record<string, string>> {
  const names = Array.from({ length: count - 1 }, (_, index) => `Card${index + 1}`);
  const home = [
    "import { useState } from 'react';",
    ...names.map((name) => `import ${name} from '@/components/${name}';`),
    'export default function Home() {',
    "  const [filter, setFilter] = useState('');",
    '  return (',
    '    <main className="mx-auto grid max-w-5xl gap-4 p-6">',
    '      <input className="rounded-lg border px-3 py-2" value={filter} onChange={(event) => setFilter(event.target.value)} />',
    ...names.map((name) => `      <${name} filter={filter} />`),
    '    </main>',
    '  );',
    '}',
  ].join('\n');
  const components = names.map((name, index) => [`components/${name}`, componentOf(name, index)]);
  return { 'pages/Home': home, ...Object.fromEntries(components) };
}

/** A component of typical size. The same `mark` gives the same text. */
export function componentOf(name: string, mark: number): string {
  return `import { useEffect, useMemo, useState } from 'react';

const items = Array.from({ length: 12 }, (_, index) => ({ id: index, title: 'Item ' + index + ' of ${mark}', done: index % 3 === 0 }));

export default function ${name}({ filter }) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(() => new Set(items.filter((item) => item.done).map((item) => item.id)));
  const shown = useMemo(() => items.filter((item) => item.title.includes(filter)), [filter]);
  useEffect(() => {
    if (shown.length === 0) setOpen(false);
  }, [shown]);
  const toggle = (id) => {
    const next = new Set(done);
    if (!next.delete(id)) next.add(id);
    setDone(next);
  };
  return (
    <section className="rounded-xl border bg-white p-4 shadow-sm">
      <header className="flex items-center justify-between">
        <h2 className="text-lg font-semibold">${name}</h2>
        <button type="button" className="rounded-md bg-slate-900 px-3 py-1 text-sm text-white" onClick={() => setOpen(!open)}>
          {open ? 'Less' : 'More'}
        </button>
      </header>
      {open && (
        <ul className="mt-3 space-y-2">
          {shown.map((item) => (
            <li key={item.id} className="flex gap-2 text-sm">
              <input type="checkbox" checked={done.has(item.id)} onChange={() => toggle(item.id)} />
              <span className={done.has(item.id) ? 'text-slate-400 line-through' : 'text-slate-900'}>{item.title}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-xs text-slate-500">{done.size} of {items.length} done</p>
    </section>
  );
}
`;
}
