import type { Field, FieldKind, Plan } from './plan.ts';

const field = (key: string, label: string, kind: FieldKind, more: Partial<Field> = {}): Field => ({
  key,
  label,
  kind,
  required: false,
  options: [],
  to: null,
  ...more,
});

export function understand(_request: string): Plan {
  return {
    name: 'Habit tracker',
    tagline: 'Small steps, every day',
    icon: 'Flame',
    accent: 'emerald',
    theme: 'light',
    site: null,
    charts: [],
    tables: [
      {
        name: 'Habit',
        singular: 'habit',
        plural: 'habits',
        icon: 'Flame',
        layout: 'habits',
        sort: '-createdAt',
        permissions: { read: 'creator', write: 'creator' },
        fields: [
          field('name', 'Name', 'text', { required: true }),
          field('frequency', 'Frequency', 'enum', { options: ['Daily', 'Weekly', 'Monthly'] }),
          field('streak', 'Streak', 'number'),
          field('completed_days', 'Completed days', 'days'),
        ],
      },
    ],
  };
}
