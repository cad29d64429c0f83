// An integration package for Sayso. Your editor knows what may stand in the declaration, and what the functions get.

export default definePackage({
  name: 'my-service',
  title: 'My service',
  version: '1.0.0',
  sentence: 'Greets people, and knows the repositories of GitHub.',
  hosts: ['api.github.com'],
  settings: {
    greeting: { title: 'Greeting', type: 'text', default: 'Hello' },
  },
  secrets: {
    token: { title: 'Token', description: 'Of GitHub, for private repositories.', required: false },
    signing: { title: 'Secret of the webhook', description: 'As you enter it at GitHub.', required: false, in: [] },
  },
  endpoints: {
    greet: {
      sentence: 'Greets a person by name.',
      input: { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] },
      output: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      example: { input: { name: 'Ada' }, output: { text: 'Hello Ada!' } },
      run({ name }, { settings }) {
        return { text: `${settings.greeting} ${name}!` };
      },
    },
    repository: {
      sentence: 'Name, description and stars of a repository on GitHub.',
      input: {
        type: 'object',
        properties: { owner: { type: 'string', minLength: 1 }, name: { type: 'string', minLength: 1 } },
        required: ['owner', 'name'],
      },
      output: {
        type: 'object',
        properties: { name: { type: 'string' }, description: { type: 'string' }, stars: { type: 'integer' } },
        required: ['name', 'stars'],
      },
      example: {
        input: { owner: 'nodejs', name: 'node' },
        output: { name: 'nodejs/node', description: 'Node.js JavaScript runtime', stars: 100000 },
      },
      /** `fetch` reaches the declared hosts alone; a secret is a handle, which the server replaces in the request. */
      async run({ owner, name }, { secrets }) {
        const response = await fetch(`https://api.github.com/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`, {
          headers: {
            accept: 'application/vnd.github+json',
            ...(secrets.token === undefined ? {} : { authorization: `Bearer ${secrets.token}` }),
          },
        });
        if (response.status === 404) throw new Error(`There is no repository ${owner}/${name}.`);
        if (!response.ok) throw new Error(`GitHub answered ${response.status}.`);
        const { full_name, description, stargazers_count } = await response.json();
        return { name: full_name, description: description ?? '', stars: stargazers_count };
      },
    },
  },
  webhooks: {
    star: {
      sentence: 'Stars of a repository on GitHub.',
      scheme: 'github',
      secret: 'signing',
      /** A delivery whose signature is right, once for each event. What it answers as `note` is shown to the builder. */
      run({ body }) {
        const { action, repository, sender } = JSON.parse(body);
        if (repository === undefined) throw new Error('This delivery is not about a repository.');
        return { note: `${sender.login} ${action === 'created' ? 'stars' : 'no longer stars'} ${repository.full_name}` };
      },
    },
  },
});
