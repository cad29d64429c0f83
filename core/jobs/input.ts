import { InvalidInput } from '../contract/index.ts';
import type { EngineJob } from '../ports/jobs.ts';

/** Parses the input; throws `InvalidInput` with the job's name and all issues. */
export function parseInput(job: { readonly name: string; readonly spec: Pick<EngineJob, 'input'> }, input: unknown): unknown {
  const parsed = job.spec.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  const first = issues[0];
  throw new InvalidInput(
    `The input of the job "${job.name}" does not fit: ${first?.path ? `${first.path}: ` : ''}${first?.message}.`,
    issues,
  );
}
