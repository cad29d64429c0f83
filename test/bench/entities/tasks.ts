/** The rows of the comparison. */
export interface Task {
  readonly title: string;
  readonly done: boolean;
  readonly priority: number;
  readonly tags: readonly string[];
  readonly notes: string;
}

/** Priorities are 1 to 5, equally frequent. */
export const PRIORITIES = 5;
const WORDS = ['garden', 'invoice', 'review', 'travel', 'kitchen', 'meeting', 'harvest', 'library', 'winter', 'bicycle'];
const NOTES = 200;

export function taskOf(index: number): Task {
  const word = (offset: number): string => WORDS[(index * 7 + offset * 3) % WORDS.length] ?? '';
  const sentence = `${word(1)} ${word(2)} ${index} ${word(3)} `;
  return {
    title: `Task ${index}`,
    done: index % 3 === 0,
    priority: (index % PRIORITIES) + 1,
    tags: [word(4), word(5)],
    notes: sentence.repeat(Math.ceil(NOTES / sentence.length)).slice(0, NOTES),
  };
}

export function tasksOf(start: number, count: number): Task[] {
  return Array.from({ length: count }, (_, offset) => taskOf(start + offset));
}

/** Throws unless `row` has the content of the task that its title names. */
export function checkTask(row: Readonly<Record<string, unknown>>): void {
  const expected = taskOf(Number(/^Task (\d+)$/.exec(String(row['title']))?.[1]));
  for (const [name, value] of Object.entries(expected)) {
    if (JSON.stringify(row[name]) !== JSON.stringify(value)) {
      throw new Error(`The field ${name} of ${String(row['title'])} is ${JSON.stringify(row[name])}, not ${JSON.stringify(value)}.`);
    }
  }
}
