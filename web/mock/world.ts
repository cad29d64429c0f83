import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { actionsFor, files } from './samples.ts';

type Fields = Record<string, unknown>;
interface Turn extends Fields {
  id: string;
  appId: string;
  status: string;
  lastSeq: number;
  confirmations: string[];
  userMessage: Message;
  assistantMessage: Message;
}
interface Message extends Fields {
  id: string;
  role: string;
  parts: Part[];
  versionId: string | null;
  status: string;
}
type Part = { __typename: 'TextPart' | 'ReasoningPart'; text: string } | { __typename: 'ActionPart'; action: Fields };
interface Version extends Fields {
  id: string;
  createdAt: string;
}
interface App extends Fields {
  id: string;
  name: string;
  slug: string;
  status: string;
  deletedAt: string | null;
  versions: Version[];
  thread: Message[];
  turn: Turn | null;
}

const now = () => new Date().toISOString();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function mockWorld(origin: string) {
  let account: Fields | null = null;
  const apps = new Map<string, App>();
  const turns = new Map<string, { turn: Turn; events: Fields[]; stopped: boolean }>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const wake = () =>
    new Promise<void>((resolve) => {
      const listener = () => {
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  const refuse = (message: string, status: number) => new GraphQLError(message, { extensions: { status } });

  const version = (appId: string, title: string, messageId: string | null): Version => ({
    id: randomUUID(),
    appId,
    createdAt: now(),
    title,
    messageId,
    files,
    pages: [
      { name: 'Home', path: 'home', isMain: true },
      { name: 'Stats', path: 'stats', isMain: false },
      { name: 'HabitDetails', path: 'habitdetails', isMain: false },
    ],
    tables: [],
  });
  const newApp = (name: string): App => {
    const id = randomUUID();
    const app: App = {
      id,
      name,
      slug: `${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}-${id.slice(0, 4)}`,
      appType: 'generated',
      status: 'draft',
      description: '',
      thumbnailUrl: null,
      createdAt: now(),
      updatedAt: now(),
      deletedAt: null,
      publishedVersionId: null,
      publishedAt: null,
      versions: [],
      thread: [],
      turn: null,
      settings: { isSignupEnabled: false },
    };
    apps.set(id, app);
    return app;
  };
  const need = (id: string): App => {
    const app = apps.get(id);
    if (app === undefined || app.deletedAt !== null) throw refuse('App not found', 404);
    return app;
  };
  const touch = (app: App, fields: Partial<App> = {}) => {
    Object.assign(app, fields, { updatedAt: now() });
    changed();
    return app;
  };
  const message = (role: string, parts: Part[], turnId: string): Message => ({
    id: randomUUID(),
    role,
    content: '',
    parts,
    createdAt: now(),
    versionId: null,
    status: 'ready',
    turnId,
    usage: null,
  });

  async function play(turnId: string, request: string): Promise<void> {
    const entry = turns.get(turnId);
    if (entry === undefined) return;
    const { turn, events } = entry;
    const app = need(turn.appId);
    const parts = turn.assistantMessage.parts;
    const speed = request.includes('slow') ? 6 : 1;
    const emit = (event: Fields) => {
      turn.lastSeq += 1;
      events.push({ turnId, seq: turn.lastSeq, partIndex: null, delta: null, action: null, turn: null, ...event });
      changed();
    };
    const state = (status: string, fields: Fields = {}) => {
      Object.assign(turn, { status }, fields);
      turn.assistantMessage.status = status;
      emit({ kind: 'turn', turn: { ...structuredClone(turn), lastSeq: turn.lastSeq + 1 } });
    };
    const write = async (kind: 'text' | 'reasoning', text: string) => {
      const index = parts.length;
      const part: Part = { __typename: kind === 'text' ? 'TextPart' : 'ReasoningPart', text: '' };
      parts.push(part);
      for (const piece of text.match(/\S+\s*/g) ?? []) {
        if (entry.stopped) return;
        part.text += piece;
        emit({ kind, partIndex: index, delta: piece });
        await pause(25 * speed);
      }
    };
    state('streaming');
    await write(
      'reasoning',
      'The request names habits and streaks. I need a table for habits, one for check-ins, and a page that shows both.',
    );
    await write('text', `I'll build this in small steps.\n\n- A **table** for the habits\n- A page to *check in* each day\n\n`);
    for (const action of actionsFor(request)) {
      const index = parts.length;
      const live: Fields = { ...action, content: '', lines: 0, status: 'streaming', isComplete: false, isTruncated: false, error: null };
      parts.push({ __typename: 'ActionPart', action: live });
      for (let line = 0; line < action.lines; line += 4) {
        if (entry.stopped) break;
        live['lines'] = line;
        emit({ kind: 'action', partIndex: index, action: { ...live } });
        await pause(60 * speed);
      }
      if (entry.stopped) break;
      const cut = request.includes('truncate') && index > 3;
      Object.assign(live, {
        content: action.content,
        lines: action.lines,
        status: cut ? 'truncated' : 'complete',
        isComplete: !cut,
        isTruncated: cut,
      });
      emit({ kind: 'action', partIndex: index, action: { ...live } });
      if (cut) return state('truncated');
    }
    if (entry.stopped) return state('stopped');
    if (request.includes('confirm')) {
      return state('waiting', {
        confirmations: [
          'Everybody, signed in or not, will be able to read the table Habit.',
          'The table Mood and its 12 rows will be deleted.',
        ],
      });
    }
    await write('text', '\nYour habit tracker is ready. Add a habit and check it off to start a streak.');
    state('applying');
    await pause(700 * speed);
    if (request.includes('fail')) {
      return state('failed', {
        error: 'An error occurred while processing your request please try again later.',
        errorCode: 'MODEL_FAILED',
      });
    }
    const made = version(app.id, request.slice(0, 60), turn.assistantMessage.id);
    app.versions.unshift(made);
    turn.assistantMessage.versionId = made.id;
    turn.assistantMessage['usage'] = {
      promptTokens: 3120,
      completionTokens: 1804,
      totalTokens: 4924,
      totalCost: 0.0123,
      model: 'demo',
      finishReason: 'stop',
    };
    touch(app);
    state('ready');
  }

  const start = (app: App, content: string): Turn => {
    const id = randomUUID();
    const user = message('user', [{ __typename: 'TextPart', text: content }], id);
    const assistant = message('assistant', [], id);
    const turn: Turn = {
      id,
      appId: app.id,
      status: 'queued',
      lastSeq: 0,
      error: null,
      errorCode: null,
      confirmations: [],
      userMessage: user,
      assistantMessage: assistant,
    };
    app.thread.push(user, assistant);
    app.turn = turn;
    turns.set(id, { turn, events: [], stopped: false });
    void play(id, content);
    return turn;
  };
  const turnOf = (id: string) => {
    const entry = turns.get(id);
    if (entry === undefined) throw refuse('Turn not found', 404);
    return entry;
  };
  const finish = (app: App, turn: Turn) => {
    turns.delete(turn.id);
    turns.set(turn.id, { turn, events: [], stopped: false });
    turn.confirmations = [];
    void play(turn.id, 'go on');
    return app.turn;
  };

  async function* turnEvents(_: unknown, args: { appId: string; turnId?: string; after?: number }) {
    const seen = new Map<string, number>();
    if (args.turnId) seen.set(args.turnId, args.after ?? 0);
    else if (apps.get(args.appId)?.turn) seen.set(apps.get(args.appId)?.turn?.id ?? '', Number.POSITIVE_INFINITY);
    for (;;) {
      const turn = apps.get(args.appId)?.turn;
      const entry = turn ? turns.get(turn.id) : undefined;
      if (turn && entry) {
        const after = seen.get(turn.id) ?? 0;
        for (const event of entry.events.filter((each) => (each['seq'] as number) > after)) {
          seen.set(turn.id, event['seq'] as number);
          yield { turnEvents: event };
        }
      }
      await wake();
    }
  }
  async function* appChanged(_: unknown, { appId }: { appId: string }) {
    let last = apps.get(appId)?.['updatedAt'];
    for (;;) {
      await wake();
      const app = apps.get(appId);
      if (app !== undefined && app['updatedAt'] !== last) {
        last = app['updatedAt'];
        yield { appChanged: app };
      }
    }
  }

  const resolvers = {
    Query: {
      me: () => account,
      assistant: () => ({
        isDemo: true,
        label: 'Demo assistant',
        model: 'demo',
        hint: 'Set OPENAI_API_KEY (and OPENAI_BASE_URL for another provider), then restart.',
        examplePrompts: [
          'A habit tracker with streaks',
          'A recipe box for my family',
          'A tool that tracks invoices and who has paid',
          'A reading list with ratings',
        ],
      }),
      apps: () => [...apps.values()].filter((app) => app.deletedAt === null).reverse(),
      app: (_: unknown, { id }: { id: string }) => need(id),
      outbox: () => [
        {
          id: '1',
          to: 'ada@example.org',
          subject: 'Verify your email',
          text: 'Hello Ada,\n\nopen this link to verify your email:\nhttp://localhost:5173/auth/handler?mode=verifyEmail&token=abc\n',
          createdAt: now(),
        },
      ],
    },
    Mutation: {
      createApp: (_: unknown, { input }: { input: { prompt?: string; name?: string } }) =>
        newApp((input.prompt ?? input.name ?? 'App').split(' ').slice(0, 4).join(' ')),
      renameApp: (_: unknown, { id, name }: { id: string; name: string }) => touch(need(id), { name }),
      deleteApp: (_: unknown, { id }: { id: string }) => touch(need(id), { deletedAt: now() }),
      undoDeleteApp: (_: unknown, { id }: { id: string }) => touch(apps.get(id) as App, { deletedAt: null }),
      duplicateApp: (_: unknown, { id }: { id: string }) =>
        Object.assign(newApp(`${need(id).name} copy`), { versions: [...need(id).versions] }),
      publishApp: async (_: unknown, { id }: { id: string }) => {
        await pause(900);
        return touch(need(id), { status: 'active', publishedVersionId: need(id).versions[0]?.id ?? null, publishedAt: now() });
      },
      unpublishApp: (_: unknown, { id }: { id: string }) =>
        touch(need(id), { status: 'draft', publishedVersionId: null, publishedAt: null }),
      updateAppSlug: (_: unknown, { id, slug }: { id: string; slug: string }) => {
        if (slug === 'taken') throw refuse('The address "taken" is in use. Choose another one.', 409);
        return touch(need(id), { slug });
      },
      updateAppSettings: (_: unknown, { id, settings }: { id: string; settings: Fields }) =>
        touch(need(id), { settings: { ...(need(id)['settings'] as Fields), ...settings } }),
      updateAppFile: (_: unknown, { id, path, content }: { id: string; path: string; content: string }) => {
        const made = version(id, `Edited ${path}`, null);
        made['files'] = files.map((file) => (file.path === path ? { ...file, content } : file));
        need(id).versions.unshift(made);
        touch(need(id));
        return made;
      },
      restoreVersion: (_: unknown, { id, versionId, messageId }: { id: string; versionId: string; messageId?: string }) => {
        const app = need(id);
        const made = version(id, 'Restored', messageId ?? null);
        app.versions.unshift(made);
        const at = app.thread.findIndex((each) => each.versionId === versionId);
        if (at >= 0) app.thread = app.thread.slice(0, at + 1);
        app.turn = null;
        touch(app);
        return made;
      },
      setAppThumbnail: (_: unknown, { id, image }: { id: string; image: string }) => touch(need(id), { thumbnailUrl: image }),
      startPreview: (_: unknown, { appId, versionId }: { appId: string; versionId?: string }) => {
        const made = need(appId).versions.find((each) => each.id === versionId) ?? need(appId).versions[0];
        if (made === undefined) throw refuse('The app has no version yet.', 404);
        return {
          build: { id: `b-${made.id}`, versionId: made.id, manifest: { pages: made['pages'] }, pages: made['pages'], problems: [] },
          token: randomUUID(),
          expiresAt: new Date(Date.now() + 3_000_000).toISOString(),
          frameUrl: `${origin}/frame`,
        };
      },
      sendMessage: (_: unknown, { input }: { input: { appId: string; content: string } }) => {
        const app = need(input.appId);
        if (app.turn !== null && ['queued', 'streaming', 'applying'].includes(app.turn.status))
          throw refuse('Wait for the assistant to finish.', 409);
        return start(app, input.content);
      },
      stopTurn: (_: unknown, { turnId }: { turnId: string }) => {
        turnOf(turnId).stopped = true;
        return turnOf(turnId).turn;
      },
      continueTurn: (_: unknown, { turnId }: { turnId: string }) => start(need(turnOf(turnId).turn.appId), "Let's keep going"),
      retryTurn: (_: unknown, { turnId }: { turnId: string }) => start(need(turnOf(turnId).turn.appId), 'again'),
      answerConfirmation: (_: unknown, { turnId }: { turnId: string }) => finish(need(turnOf(turnId).turn.appId), turnOf(turnId).turn),
    },
    Subscription: { turnEvents: { subscribe: turnEvents }, appChanged: { subscribe: appChanged } },
    App: {
      url: (app: App) => `http://${app.slug}.localhost:4001`,
      currentVersion: (app: App) => app.versions[0] ?? null,
      hasUnpublishedChanges: (app: App) => app.versions[0] !== undefined && app['publishedVersionId'] !== app.versions[0].id,
      version: (app: App, { id }: { id: string }) => app.versions.find((each) => each.id === id),
      messages: (app: App) => app.thread,
      latestTurn: (app: App) => app.turn,
    },
  };

  const rest = (path: string, body: Record<string, string>): { status: number; body: unknown } => {
    const signIn = (verified: boolean) => {
      account = {
        id: 'a1',
        email: body['email'],
        emailVerified: verified,
        name: body['name'] ?? 'Ada',
        accountType: 'builder',
        plan: 'lite',
        isAdmin: true,
        createdAt: now(),
      };
      return { status: 200, body: {} };
    };
    if (path === '/api/auth/sign-up/email')
      return body['email'] === 'used@example.org'
        ? { status: 422, body: { message: 'This email is already in use, try logging in', code: 'USER_ALREADY_EXISTS' } }
        : signIn(false);
    if (path === '/api/auth/sign-in/email')
      return body['password'] === 'wrong' ? { status: 401, body: { message: 'Invalid email or password', code: 'INVALID' } } : signIn(true);
    if (path === '/api/auth/sign-out') account = null;
    if (path.endsWith('/public'))
      return { status: 200, body: { name: 'Habit tracker', isSignupEnabled: true, url: 'http://habits.localhost:4001' } };
    return { status: 200, body: {} };
  };

  for (const name of ['Recipe box', 'Invoice desk', 'Team lunch poll']) {
    const app = newApp(name);
    app.versions.push(version(app.id, 'First version', null));
    if (name === 'Invoice desk') Object.assign(app, { status: 'active', publishedVersionId: app.versions[0]?.id });
  }
  return { resolvers, rest };
}
