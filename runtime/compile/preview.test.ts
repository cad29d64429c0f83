import { beforeAll, describe, expect, test } from 'vitest';
import { ensureLibraries } from '../scripts/libraries.ts';
import { compile, problemsOf } from './app.fixture.ts';

beforeAll(ensureLibraries, 60_000);

const others = {
  'components/Card': 'export default function Card() { return <i/>; }\nexport const size = 3;',
  'components/forms/Field': 'export const Field = () => <input/>;',
  'services/stats': 'export function sum(values: number[]): number { return values.reduce((a, b) => a + b, 0); }',
  'entities/Habit.json': '{"properties":{"name":{"type":"string"}}}',
};

describe('imports that work', () => {
  test.each([
    "import { Habit } from '@/entities/Habit'; Habit.list();",
    "import { Habit, User } from '@/entities/all'; Habit.list(); User.me();",
    "import { User } from '@/entities/User'; User.me();",
    "import { Habit } from '../entities/Habit.json'; Habit.list();",
    "import { InvokeLLM, UploadFile } from '@/integrations/Core'; InvokeLLM; UploadFile;",
    "import { forecast } from '@/integrations/weather'; forecast({});",
    "import weather, { forecast, instance } from '@/integrations/weather'; forecast(); weather.forecast(); instance('second').forecast();",
    "import * as weather from '@/integrations/weather'; weather.default;",
    "import Card, { size } from '@/components/Card'; Card; size;",
    "import Card from '../components/Card.jsx'; Card;",
    "import { Field } from '@/components/forms/Field'; Field;",
    "import { Button } from '@/components/ui/button'; Button;",
    "import { sum } from '@/services/stats'; sum([]);",
    "import { useUser } from '@/auth'; useUser;",
    "import { createPageUrl } from '@/utils'; createPageUrl('Home');",
    "import { cn } from '@/lib/utils'; cn('a');",
    "import React, { useState } from 'react'; React; useState;",
    "import { Link } from 'react-router-dom'; Link;",
    "import { Plus, Trash2 } from 'lucide-react'; Plus; Trash2;",
    "import { BarChart, Bar } from 'recharts'; BarChart; Bar;",
    "import { format } from 'date-fns'; format;",
    "import { motion } from 'framer-motion'; motion;",
    "import clsx from 'clsx'; clsx();",
    "import { z } from 'zod'; import { zodResolver } from '@hookform/resolvers/zod'; import { useForm } from 'react-hook-form'; z; zodResolver; useForm;",
    "import { toast } from 'sonner'; toast('a');",
    "import { useToast } from '@/components/ui/use-toast'; useToast;",
    "import { useToast, toast } from '@/hooks/use-toast'; useToast; toast;",
    "import type { ReactNode } from 'react'; const x: ReactNode = null; x;",
    "import { Missing } from '@/components/Card'; const x: Missing = 1; x;",
    "const Card = React.lazy(() => import('@/components/Card')); import React from 'react'; Card;",
    "import * as charts from 'recharts'; charts;",
    "export { size } from '@/components/Card';",
    "export * from '@/services/stats';",
    "import Home from '@/pages/Home'; Home;",
    "import Home from '../pages/Home'; Home;",
    "import '@/globals.css';",
  ])('%s', async (line) => {
    expect(await problemsOf({ ...others, 'components/Tried': `${line}\nexport default () => null;` })).toEqual([]);
  });
});

describe('rejected imports, with location and alternative', () => {
  test.each([
    ["import fs from 'node:fs'; fs;", /"node:fs" is not there in a browser/],
    ["import fs from 'fs'; fs;", /not there in a browser/],
    ["import x from 'https://esm.sh/x'; x;", /not loaded from other servers/],
    ["import x from '//esm.sh/x'; x;", /not loaded from other servers/],
    ["import request from 'superagent'; request;", /"superagent" cannot be imported: use one of react, .*axios/],
    ["import x from 'left-pad'; x;", /"left-pad" cannot be imported: use one of react, /],
    ["import x from 'constructor'; x;", /"constructor" cannot be imported/],
    ["import * as sdk from '@sayso/sdk'; sdk;", /"@sayso\/sdk" cannot be imported/],
    ["import x from '../../../etc/passwd'; x;", /leads out of the app/],
    ["import x from '@/components/Gone'; x;", /There is no file "components\/Gone"/],
    ["import { Spinner3 } from '@/components/ui/spinner3'; Spinner3;", /The kit has no "spinner3". It has .*button/],
    ["import { Task } from '@/entities/Task'; Task;", /There is no table "Task". There is Habit./],
    ["import { Foo } from '@/components/Card'; Foo;", /components\/Tried imports `Foo` from components\/Card, which does not export it/],
    ["import { Card } from '@/components/Card'; Card;", /Import it without braces/],
    ["import Field from '@/components/forms/Field'; Field;", /has none. Import it in braces: { Field }/],
    ["import { Buton } from '@/components/ui/button'; Buton;", /imports `Buton` from components\/ui\/button/],
    ["const name = 'x'; import('./' + name);", /import\(\) takes a fixed path/],
    ["export { gone } from '@/services/stats';", /imports `gone` from services\/stats/],
  ])('%s', async (line, message) => {
    const problems = await problemsOf({ ...others, 'components/Tried': `// first line\n${line}\nexport default () => null;` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ path: 'components/Tried', severity: 'error' });
    expect(problems[0]!.message).toMatch(message);
    if (!line.includes('import(')) expect(problems[0]!.line).toBe(2);
  });
});

describe('faults', () => {
  test.each([
    ['a syntax error', { 'pages/Bad': 'export default () => {\n  const a = ;\n};' }, 'pages/Bad', 2, /Expected|Unexpected/],
    [
      'a name declared twice',
      { 'pages/Bad': 'const a = 1;\nconst a = 2;\nexport default () => a;' },
      'pages/Bad',
      1,
      /already been declared/,
    ],
    ['a page without a default export', { 'pages/Bad': 'export const bad = 1;' }, 'pages/Bad', null, /has no default export/],
    ['a table that is not JSON', { 'entities/Bad.json': '{' }, 'entities/Bad.json', null, /This is not JSON/],
    ['a name with blanks', { 'lib/a b': '' }, 'lib/a b', null, /A name of a file has letters/],
    ['two pages at one URL', { 'pages/ho-me': 'export default () => null;' }, 'pages/Home', null, /same address "\/home"/],
    ['a file that is too large', { 'components/Big': 'x'.repeat(1_000_001) }, 'components/Big', null, /at most 1000000/],
  ])('%s', async (_name, files, path, line, message) => {
    const { entry, problems } = await compile(files);
    expect(entry).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ path, line, severity: 'error' });
    expect(problems[0]!.message).toMatch(message);
  });

  test('rejects an app that is too large before parsing it', async () => {
    const files = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`components/C${index}`, '('.repeat(999_999)]));
    expect(await problemsOf(files)).toMatchObject([{ path: '', message: expect.stringMatching(/at most 10000000/) }]);
  });
});

describe('modules', () => {
  const twenty = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `components/C${index}`,
      `${index === 0 ? '' : `import Next from './C${index - 1}';\n`}export default () => <p>${index === 0 ? '' : '<Next/>'}{${index}}</p>;`.replace(
        "'<Next/>'",
        '<Next/>',
      ),
    ]),
  );
  const app = {
    ...twenty,
    'pages/Home': "import Top from '@/components/C9';\nexport default () => <Top/>;",
    'pages/Other': 'export default () => null;',
  };
  const addresses = async (files: Record<string, string>) => {
    const { entry, modules } = await compile(files);
    return { entry, byKey: Object.fromEntries(modules.map(({ key, name }) => [key, name])) };
  };

  test('the pages run beside a function that does not compile', async () => {
    const { entry, problems } = await compile({ 'pages/Home': 'export default () => null;', 'functions/report': 'export default () => {' });
    expect(entry).not.toBeNull();
    expect(problems).toMatchObject([{ path: 'functions/report', severity: 'error' }]);
  });

  test('an edit changes the URLs of the edited module and its importers only', async () => {
    const before = await addresses(app);
    const after = await addresses({ ...app, 'components/C7': `${twenty['components/C7']}\n// edited` });
    const changed = Object.keys(after.byKey).filter((key) => after.byKey[key] !== before.byKey[key]);
    const above = Array.from({ length: 13 }, (_, index) => `components/C${index + 7}`);
    expect(changed.sort()).toEqual(['', 'pages/Home', ...above].sort());
    expect(after.entry).not.toBe(before.entry);
  });

  test('module URLs do not depend on the order of the files', async () => {
    const reversed = Object.fromEntries(Object.entries(app).reverse());
    expect(await addresses(reversed)).toEqual(await addresses(app));
  });

  test('circular imports work', async () => {
    const circle = {
      'components/A': "import { B } from './B';\nexport const A = () => <B/>;",
      'components/B': "import { A } from './A';\nexport const B = () => <i>{String(A)}</i>;",
    };
    const before = await addresses(circle);
    const { modules, problems } = await compile(circle);
    expect(problems).toEqual([]);
    expect(modules.find(({ key }) => key === 'components/A')!.code).toContain(`from "./${before.byKey['components/B']}.js"`);
    expect(modules.find(({ key }) => key === 'components/B')!.code).toContain(`from "./${before.byKey['components/A']}.js"`);
    const after = await addresses({ ...circle, 'components/B': `${circle['components/B']}\n` });
    expect(after.byKey['components/A']).not.toBe(before.byKey['components/A']);
  });

  test('registers components with Fast Refresh by file and name, and maps them to the source file', async () => {
    const { modules } = await compile({ 'components/Card': 'interface P { a: 1 }\nexport const Card = ({ a }: P) => <i>{a}</i>;' });
    const code = modules.find(({ key }) => key === 'components/Card')!.code!;
    expect(code).toContain('$saysoRegister(type, "components/Card" + " " + id)');
    expect(code).toContain('$RefreshReg$(_c, "Card")');
    const map = JSON.parse(Buffer.from(code.split('base64,')[1]!, 'base64').toString()) as { sources: string[]; mappings: string };
    expect(map.sources).toEqual(['components/Card']);
    expect(map.mappings.startsWith(';')).toBe(true);
  });

  test('a table named User extends the signed-in user', async () => {
    const { modules } = await compile({
      'entities/User.json': '{}',
      'components/Me': "import { User } from '@/entities/User';\nexport const me = () => User.list();",
    });
    expect(modules.find(({ key }) => key === 'entities/User')!.code).toMatch(/\.\.\.createEntity\("User"\),\s+\.\.\.account/);
  });

  test('a service may use TypeScript syntax that TSX does not allow', async () => {
    expect(await problemsOf({ 'services/cast': 'export const cast = <T>(x: unknown) => <T>x;' })).toEqual([]);
  });
});

test.each([
  ['pages/Home', "const open = () => indexedDB.open('a'); export default () => null;", true],
  ['components/Store', 'export const range = IDBKeyRange; export default () => null;', true],
  ['pages/Home', 'export default () => <p>database</p>;', false],
])('the entry has IndexedDB where the app names it: %s', async (path, text, isThere) => {
  const home = path === 'pages/Home' ? {} : { 'pages/Home': `import Store from '@/${path}'; export default Store;` };
  const { modules } = await compile({ ...home, [path]: text });
  const entry = modules.find(({ key }) => key === '')?.code ?? '';
  expect(entry.startsWith('import "@sayso/indexed-db";\n')).toBe(isThere);
});
