import type { Task } from './tasks.ts';

/** The operations of the comparison on a bare engine. Each answers JSON. */
export interface Engine {
  fill(ids: readonly string[], tasks: readonly Task[]): Promise<void>;
  read(id: string): Promise<string> | string;
  page(priority: number): Promise<string> | string;
  create(task: Task): Promise<string>;
  update(id: string, changes: Partial<Task>): Promise<string>;
  bulk(tasks: readonly Task[]): Promise<string>;
}

export function rowOf(id: string, task: Task) {
  const at = new Date().toISOString();
  return { ...task, id, createdAt: at, updatedAt: at };
}
