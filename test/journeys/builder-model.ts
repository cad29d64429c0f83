import { habitTracker, type ModelServer, type Reply, type Step, saying, startModelServer } from '@sayso/models/testing';

/** Requests of the person, each with a distinct word by which the model chooses its answer. */
export const REQUESTS = {
  app: 'a habit tracker with name, frequency and streak',
  rename: 'rename the title to Small wins',
  writing: 'write for ever',
  truncated: 'write far too much',
  failed: 'refuse this',
  limited: 'ask too often',
  waiting: 'let everybody see the habits',
  broken: 'break the home page',
  thinking: 'think it over',
  asking: 'ask me about the name',
  searching: 'look it up',
} as const;

const action = (type: string, file: string, title: string, content: string) =>
  `<action type="${type}" file="${file}" title="${title}">\n${content}\n</action>\n`;

/** Message of the error that the broken page throws. */
export const BROKEN = 'Streaks cannot be counted';

/** Throws while it is rendered by a browser; the validator, which renders pages without one, finds nothing. */
const brokenPage = action(
  'add_file',
  'pages/Home',
  'Show the habits',
  `export default function Home() {\n  if (performance.getEntriesByType('navigation').length > 0) throw new Error('${BROKEN}');\n  return <p>Habits</p>;\n}`,
);

/** A model that writes an app, and produces every other outcome on request. */
export async function startBuilderModel(): Promise<ModelServer> {
  const half: readonly Step[] = [
    { reasoning: 'The person wants a second page. It needs a chart, so rows are counted by week.' },
    { text: `I add a page with a chart.\n${action('add_file', 'components/Week', 'Draw one week', 'export default () => null;')}` },
    { text: '<action type="add_file" file="pages/Chart" title="Show streaks by week">\nexport default function Chart() {\n  return (' },
  ];
  const script: readonly (readonly [request: string, reply: Reply])[] = [
    [REQUESTS.writing, [...half, { stall: true }]],
    [REQUESTS.thinking, [{ reasoning: 'Let me see which tables there are.' }, { stall: true }]],
    [REQUESTS.truncated, [...half, { finish: 'length' }]],
    [REQUESTS.failed, { status: 400 }],
    [REQUESTS.limited, { status: 429 }],
    [
      REQUESTS.waiting,
      saying(
        'I open the list to everybody.\n',
        action('set_permissions', 'entities/Habit.json', 'Open the list', '{"read": "anonymous", "write": "creator"}'),
      ),
    ],
    [REQUESTS.broken, saying('I write the page anew.\n', brokenPage)],
    [
      REQUESTS.asking,
      saying(
        "I'll change it once I know more.\n<question>What should the title be?</question>\n",
        '<option>rename the title to Small wins</option>\n<option>Leave it</option>',
      ),
    ],
    [
      REQUESTS.searching,
      [
        { text: 'A habit takes **66 days** on average. Nothing in your app has to change for that.' },
        {
          sources: [
            {
              url: 'https://www.example.org/studies/how-long-does-a-habit-take',
              title: 'How long does a habit take? A study of 96 people',
            },
            { url: 'https://example.net/' },
          ],
        },
        { finish: 'stop' },
      ],
    ],
    [REQUESTS.app, saying(habitTracker)],
    [REQUESTS.rename, saying('You call it Small wins from now on.')],
  ];
  return startModelServer((body) => {
    const lastMessage = JSON.stringify((body['messages'] as readonly { role: string }[]).filter(({ role }) => role === 'user').at(-1));
    return script.find(([request]) => lastMessage.includes(request))?.[1] ?? saying('I have nothing to add.');
  });
}
