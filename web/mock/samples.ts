const home = `import { useEffect, useState } from 'react';
import { Habit } from '@/entities/Habit';
import { HabitCard } from '@/components/HabitCard';
import { Button } from '@/components/ui/button';

export default function Home() {
  const [habits, setHabits] = useState([]);
  useEffect(() => {
    Habit.list('-createdAt').then(setHabits);
  }, []);
  return (
    <main className="mx-auto max-w-xl space-y-4 p-6">
      <h1 className="text-2xl font-semibold">Today</h1>
      {habits.map((habit) => <HabitCard key={habit.id} habit={habit} />)}
      <Button>Add habit</Button>
    </main>
  );
}
`;
const habit = `{
  "name": "Habit",
  "properties": { "title": { "type": "string" }, "streak": { "type": "number" } },
  "x-accessControl": { "permissions": { "read": "creator", "write": "creator" } }
}
`;

export const files = [
  { path: 'pages/Home', kind: 'page', content: home },
  { path: 'pages/Stats', kind: 'page', content: home.replace('Home', 'Stats') },
  { path: 'components/HabitCard', kind: 'component', content: home.replace('Home', 'HabitCard') },
  { path: 'entities/Habit.json', kind: 'entity', content: habit },
  {
    path: 'layout',
    kind: 'layout',
    content: 'export default function Layout({ children }) {\n  return <div className="min-h-screen bg-white">{children}</div>;\n}\n',
  },
  { path: 'globals.css', kind: 'globalsCss', content: ':root {\n  --radius: 12px;\n}\n' },
];

export const actionsFor = (request: string) => [
  { type: 'add_entity', title: 'Habits with a streak', file: 'entities/Habit.json', content: habit, lines: 12 },
  { type: 'add_file', title: 'One habit with its check mark', file: 'components/HabitCard', content: home, lines: 48 },
  { type: request.includes('edit') ? 'edit_file' : 'add_file', title: 'The list of today', file: 'pages/Home', content: home, lines: 96 },
  { type: 'insert_records', title: 'Three habits to start with', file: null, content: '[]', lines: 3 },
];
