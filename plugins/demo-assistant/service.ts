import type { BuildWorkspace, ModelBackend } from '@sayso/models/ref';
import { followUp } from './follow-ups/follow-up.ts';
import { languageOf } from './language/language.ts';
import { embedText } from './language/text.ts';
import { firstApp, type Tools } from './new-app/first-app.ts';
import { type Answer, chunksOf, quotedWords, say } from './requests/answer.ts';
import { planOf } from './requests/plan.ts';

const CHARACTERS_PER_TOKEN = 4;
/** What is read of a request, in characters: some rules compare all words with each other. */
const READ_CHARACTERS = 4000;

/** A rule-based model backend, which writes the same actions as a model. Deterministic. */
export function openBackend(tools: Tools): ModelBackend {
  return {
    isDemo: true,
    label: 'Demo assistant',
    model: 'demo',
    capabilities: { conversation: false, objects: false, images: true },
    examplePrompts: ['Lessons, teachers and pupils', ...tools.templates.slice(0, 5).map(({ title }) => title)],
    async *streamChat({ workspace, messages, signal }) {
      let length = 0;
      const noModel = say(languageOf(messages.at(-1)?.content ?? ''), 'noModel');
      const none = { sentences: [noModel], actions: [], suggestions: [] };
      const answer = workspace === undefined ? none : await (workspace.isPlan ? planFor : answerTo)(workspace, tools);
      for (const text of chunksOf(answer)) {
        signal?.throwIfAborted();
        length += text.length;
        yield { type: 'text', text };
      }
      const asked = messages.reduce((sum, { content }) => sum + content.length, 0);
      const promptTokens = Math.ceil(asked / CHARACTERS_PER_TOKEN);
      const completionTokens = Math.ceil(length / CHARACTERS_PER_TOKEN);
      const usage = {
        model: 'demo',
        promptTokens,
        completionTokens,
        totalTokens: promptTokens + completionTokens,
        totalCost: 0,
        finishReason: 'stop',
      };
      yield { type: 'finish', reason: 'stop', usage };
    },
    refusal(request) {
      const plan = planOf(wordsOf(request).slice(0, READ_CHARACTERS), tools.templates);
      return plan.kind === 'refusal' ? { text: plan.text, suggestions: plan.suggestions } : null;
    },
    embed: async (texts) => texts.map(embedText),
    list: async () => [{ id: 'demo' }],
  };
}

/** What the answer to a request would change, in words. */
async function planFor(workspace: BuildWorkspace, tools: Tools): Promise<Answer> {
  const answer = await answerTo(workspace, tools);
  if (answer.actions.length === 0) return answer;
  const language = languageOf(workspace.request);
  const steps = [...new Set(answer.actions.map(({ title }) => title))].map((title, index) => `${index + 1}. ${title}`);
  return { sentences: [`${say(language, 'plan')}\n\n${steps.join('\n')}`], actions: [], suggestions: [] };
}

export async function answerTo(workspace: BuildWorkspace, tools: Tools): Promise<Answer> {
  const words = wordsOf(workspace.request);
  const request = words.slice(0, READ_CHARACTERS);
  const isNew = !Object.keys(workspace.files).some((path) => path.startsWith('pages/'));
  const answer = await (isNew ? firstApp(request, tools) : followUp({ ...workspace, request }, tools));
  const names = (workspace.attachments ?? []).map(({ name }) => name);
  const language = languageOf(request);
  const before = [
    ...(names.length > 0 ? [say(language, 'attached', { files: quotedWords(language, ...names) })] : []),
    ...(request.length < words.length ? [say(language, 'readPart', { count: String(READ_CHARACTERS) })] : []),
  ];
  return { ...answer, sentences: [...before, ...answer.sentences] };
}

/** A request without runs of blanks, which say nothing. */
function wordsOf(request: string): string {
  return request.replace(/[ \t]{2,}/g, ' ');
}
