import type { Files } from './changes.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Typical model output: one page with its own form, state and list; a layout with a list of pages. */
const records: Files = {
  'entities/Record.json': json({
    name: 'Record',
    type: 'object',
    properties: { artist: { type: 'string' }, year: { type: 'integer' }, condition: { type: 'string', enum: ['mint', 'good', 'poor'] } },
    required: ['artist', 'condition'],
    'x-accessControl': { permissions: { read: 'creator', write: 'creator' } },
  }),
  layout: `import { Link } from 'react-router-dom';
import { createPageUrl } from '@/utils';

const pages = [
  { name: 'Home', label: 'Records' },
  { name: 'About', label: 'About' },
];

export default function Layout({ children, currentPageName }) {
  return (
    <div className="min-h-dvh">
      <header className="border-b border-border"><span>My records</span>
        <nav>{pages.map((page) => <Link key={page.name} to={createPageUrl(page.name)} aria-current={page.name === currentPageName}>{page.label}</Link>)}</nav>
      </header>
      {children}
    </div>
  );
}
`,
  'pages/Home': `import { useEffect, useState } from 'react';
import { Record } from '@/entities/Record';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';

export default function Home() {
  const [rows, setRows] = useState(null);
  const [artist, setArtist] = useState('');
  const load = () => Record.list('-createdAt').then(setRows);
  useEffect(() => { load(); }, []);
  if (rows === null) return <p>Loading…</p>;
  return (
    <main className="p-6">
      <h1 className="text-2xl">My records</h1>
      <form onSubmit={async (event) => { event.preventDefault(); await Record.create({ artist, condition: 'good' }); load(); }}>
        <Input aria-label="Artist" value={artist} onChange={(event) => setArtist(event.target.value)} />
        <Button>Add</Button>
      </form>
      <Table>
        <TableHeader><TableRow><TableHead>Artist</TableHead><TableHead>Year</TableHead></TableRow></TableHeader>
        <TableBody>{rows.map((record) => (
          <TableRow key={record.id}><TableCell>{record.artist}</TableCell><TableCell>{record.year}</TableCell></TableRow>
        ))}</TableBody>
      </Table>
    </main>
  );
}
`,
  'pages/About': `export default () => <p>Since 2019</p>;\n`,
};

/** Colours of Tailwind's palette, literal links, sorting in code, tabs and double quotes. */
const shop: Files = {
  'entities/Product.json': `{\n\t"name": "Product",\n\t"type": "object",\n\t"properties": {\n\t\t"title": { "type": "string" },\n\t\t"price": { "type": "number" }\n\t}\n}\n`,
  layout: `import { Link } from "react-router-dom";
import { createPageUrl } from "@/utils";

export default function Layout({ children }) {
	return (
		<div className="bg-white">
			<ul className="flex gap-4">
				<li>
					<Link to={createPageUrl("Home")} className="text-emerald-700">Shop</Link>
				</li>
				<li>
					<Link to={createPageUrl("Products")} className="text-emerald-700">
						All products
					</Link>
				</li>
			</ul>
			{children}
		</div>
	);
}
`,
  'pages/Home': `export default function Home() {\n\treturn <h1 className="text-emerald-900">Green &amp; good</h1>;\n}\n`,
  'pages/Products': `import { useEffect, useState } from "react";
import { Product } from "@/entities/Product";

const Products = () => {
	const [products, setProducts] = useState([]);
	useEffect(() => {
		Product.list().then((all) => setProducts([...all].sort((a, b) => a.price - b.price)));
	}, []);
	return products.length === 0 ? <p>Nothing</p> : <ul>{products.map(({ id, title, price }) => <li key={id}>{title}: {price}</li>)}</ul>;
};

export default Products;
`,
};

/** TypeScript, all tables imported from one module, rows passed to components, a query library. */
const tasks: Files = {
  'entities/Task.json': json({
    name: 'Task',
    type: 'object',
    properties: { title: { type: 'string' }, due: { type: 'string', format: 'date', title: 'Due' }, done: { type: 'boolean' } },
  }),
  'entities/Person.json': json({
    name: 'Person',
    type: 'object',
    properties: { name: { type: 'string' }, due: { type: 'number', title: 'Due' } },
  }),
  'globals.css': `@tailwind base;\n@tailwind utilities;\n\n@layer base {\n  :root {\n    /* ours */\n    --primary: 222 47% 11%;\n    --radius: 0.5rem;\n  }\n  .dark { --primary: 210 40% 98% }\n}\n`,
  'components/TaskRow': `interface Props { readonly task: { id: string; title: string; due?: string; done?: boolean } }

export function TaskRow({ task }: Props) {
  return <li className={task.done ? 'line-through' : ''}>{task.title} <small>Due</small> {task.due ?? 'any time'}</li>;
}
`,
  'pages/Tasks': `import { memo, useEffect, useState } from 'react';
import { Task } from '@/entities/all';
import { TaskRow } from '@/components/TaskRow';
import { Card, CardContent } from '@/components/ui/card';

type Row = Parameters<typeof TaskRow>[0]['task'];

function Tasks() {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => { void Task.filter({ done: false }, 'due', 100).then((found: Row[]) => setRows(found)); }, []);
  return (
    <>
      <h1>{\`Tasks\`}</h1>
      <Card><CardContent><ul>{rows.map((task) => <TaskRow key={task.id} task={task} />)}</ul></CardContent></Card>
    </>
  );
}

export default memo(Tasks);
`,
};

/** Made of blocks. */
const crm: Files = {
  'entities/Client.json': json({
    name: 'Client',
    type: 'object',
    properties: {
      name: { type: 'string' },
      email: { type: 'string', format: 'email' },
      since: { type: 'string', format: 'date' },
      city: { type: 'string' },
      stage: { type: 'string', enum: ['New', 'Won'] },
      value: { type: 'number', format: 'currency' },
      isLost: { type: 'boolean' },
    },
    required: ['name'],
  }),
  layout: `import { UsersIcon } from 'lucide-react';
import { AppShell } from '@/components/blocks/shell';

export default function Layout({ children, currentPageName }) {
  return (
    <AppShell name="Clients" pages={[{ page: 'Home', label: 'Clients', icon: UsersIcon }]} currentPageName={currentPageName}>
      {children}
    </AppShell>
  );
}
`,
  'pages/Home': `import { useState } from 'react';
import { DataChart } from '@/components/blocks/chart';
import { DataFigures } from '@/components/blocks/figures';
import { FilterBar } from '@/components/blocks/filter-bar';
import { Page } from '@/components/blocks/page';
import { DataTable } from '@/components/blocks/table';
import { Client } from '@/entities/Client';

export default function Home() {
  const [filter, setFilter] = useState({});
  return (
    <Page title="Clients">
      <DataFigures entity={Client} figures={[{ label: 'Clients', count: true }, { label: 'Worth', sum: 'value' }]} />
      <FilterBar entity={Client} search={['name']} onChange={setFilter} />
      <DataTable
        entity={Client}
        columns={['name', { name: 'email', label: 'Write to' }, 'city', 'stage']}
        sort="-since"
        filter={filter}
        form={{ fields: ['name', 'email', 'city'], defaults: { stage: 'New' } }}
      />
      <DataChart entity={Client} title="Stages" by="stage" value="value" />
    </Page>
  );
}
`,
  'pages/Board': `import { DataBoard } from '@/components/blocks/board';
import { Client } from '@/entities/Client';

export default function Board() {
  return <DataBoard entity={Client} filter={{ isLost: false }} by="stage" total="value" fields={['city']} />;
}
`,
};

/** Apps in code styles that codemods must support or refuse. */
export const apps = { records, shop, tasks, crm };
