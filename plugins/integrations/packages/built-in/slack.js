/** Messages to a Slack channel by an incoming webhook, as Mattermost, Rocket.Chat and others take them as well; and events of Slack. */
const HOOKS = 'https://hooks.slack.com';

async function post({ text, blocks, username, icon_emoji }, { settings, secrets }) {
  const base = settings.server ?? HOOKS;
  const response = await fetch(`${base.replace(/\/+$/, '')}/${secrets.webhookPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, blocks, username: username ?? settings.username, icon_emoji }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(explain(response.status, answer));
  return { ok: true };
}

function explain(status, answer) {
  const known = {
    invalid_payload: 'Slack does not accept this message.',
    no_text: 'The message needs a text.',
    no_service: 'The webhook is disabled or was removed. Create a new one in Slack.',
    channel_not_found: 'The channel of the webhook is gone.',
    channel_is_archived: 'The channel of the webhook is archived.',
  };
  if (status === 429) return 'Too many messages to this channel: at most one a second.';
  return known[answer.trim()] ?? `The server answered ${status}: ${answer.slice(0, 200)}`;
}

export default {
  name: 'slack',
  title: 'Slack',
  version: '1.0.0',
  sentence: 'Sends messages to a channel of Slack, Mattermost or Rocket.Chat, and takes events of Slack.',
  hosts: ['hooks.slack.com', '{server}'],
  settings: {
    server: {
      title: 'Server',
      description: 'Of Mattermost or Rocket.Chat. Leave it empty for Slack.',
      type: 'url',
    },
    username: { title: 'Sender', description: 'The name that messages are sent under, where the server allows it.', type: 'text' },
  },
  secrets: {
    webhookPath: {
      title: 'Path of the webhook',
      description: 'What follows the host in the address of the incoming webhook, such as services/T000/B000/XXXX.',
      in: ['path'],
    },
    signingSecret: {
      title: 'Signing secret',
      description: 'Of the Slack app, to take its events. In Slack: Basic Information, Signing Secret.',
      required: false,
      in: [],
    },
  },
  endpoints: {
    postMessage: {
      sentence: 'Posts a message to the channel of the webhook.',
      input: {
        type: 'object',
        properties: {
          text: { type: 'string', minLength: 1, maxLength: 40000, description: 'Slack markup: *bold*, _italic_, <https://…|link>.' },
          blocks: { type: 'array', items: { type: 'object' }, maxItems: 50, description: 'Blocks of the Block Kit.' },
          username: { type: 'string', maxLength: 80 },
          icon_emoji: { type: 'string', maxLength: 80 },
        },
        required: ['text'],
      },
      output: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      example: { input: { text: 'A new order has arrived.' }, output: { ok: true } },
      run: post,
    },
  },
  webhooks: {
    events: {
      sentence: 'Events of the Slack Events API.',
      scheme: 'slack',
      secret: 'signingSecret',
      run: ({ body }) => {
        const { type, challenge, event } = JSON.parse(body);
        if (type === 'url_verification') return { reply: challenge };
        return { note: `Event ${event?.type ?? type}` };
      },
    },
  },
};
