import { connectHint } from '../info.ts';
import type { ModelRequest } from '../ref.ts';
import type { Part } from './actions.ts';
import type { Plan } from './plan.ts';
import { understand } from './understand.ts';
import { writeApp } from './write/index.ts';

const introduction = "I'm the built-in demo assistant: I work by rules, without a language model, and build from the words I know.";

/** What the demo assistant says and does. */
export function answer(request: ModelRequest): readonly Part[] {
  const { workspace } = request;
  if (!workspace) return [`${introduction} I can build apps, but not answer this. ${connectHint}`];
  const plan = understand(workspace.request);
  return plan ? build(plan) : [introduction];
}

function build(plan: Plan): readonly Part[] {
  const files = writeApp(plan);
  return [
    `${introduction}\n\n# ${plan.name}`,
    ...files.map((file, index) => ({
      type: file.path.startsWith('entities/') ? ('add_entity' as const) : ('add_file' as const),
      file: file.path,
      title: file.title,
      content: file.content,
      ...(index === 0 ? { app: plan.name } : {}),
    })),
  ];
}
