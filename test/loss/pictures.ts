import { expect } from 'vitest';
import { fetchAt } from '../app-origin.ts';
import type { Product } from '../product.ts';
import { type Client, type Data, FIRST_FILES, makeApp, settledApp } from './client.ts';

const PREVIEW = 'query ($id: ID!) { mergePreview(id: $id, direction: merge) { targetVersionId sourceVersionId } }';
const MERGE = `mutation ($id: ID!, $target: ID, $source: ID, $tables: [MergeTable!]) {
  mergeBranch(id: $id, direction: merge, targetVersionId: $target, sourceVersionId: $source, tables: $tables) { rowCopyId }
}`;
const TABLES = [{ name: 'Note', added: true, changed: true, removed: true, conflicts: 'target' }];
const EDIT = `mutation ($id: ID!, $version: ID!, $content: String!) {
  updateAppFile(id: $id, baseVersionId: $version, path: "pages/Home", content: $content) { id }
}`;
const APP = 'query ($id: ID!) { app(id: $id) { currentVersion { id files { path content } } style { logoUrl } } }';
const LOGO = 'mutation ($id: ID!, $url: String!) { updateAppStyle(id: $id, style: { logoUrl: $url }) { id } }';

/** The addresses and paths of files in a text. */
const FILES = /(?:https?:\/\/[^/"'\s]+)?\/api\/files\/[^"'\s)]+/g;

const SAVE_FILES = `mutation ($id: ID!, $version: ID!, $changes: [AppFileChange!]!) {
  editAppFiles(id: $id, baseVersionId: $version, act: edited, changes: $changes) { id }
}`;
const TEST = 'mutation ($id: ID!) { testFunction(appId: $id, name: "picture") { answer run { error } } }';
const SEND = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }';

/** An app with its pictures: what each one says, in its draft rows, on its page, as its logo, in a server function, and in its chat. */
export interface Album {
  readonly id: string;
  readonly rows: string[];
  page: string | null;
  logo: string | null;
  function: string | null;
  chat: string | null;
  /** A host of its own, where it is published. */
  domain: string | null;
}

/** The product at one of its addresses; `runtimePort` is where its process listens, whatever the address. */
export interface Place extends Pick<Product, 'builderUrl' | 'runtimeUrl'> {
  readonly runtimePort: string;
}

/** What a builder does with apps that have pictures, over HTTP. A picture is a text file that says what it shows. */
export class Pictures {
  readonly #client: Client;
  readonly #product: Place;

  constructor(client: Client, product: Place) {
    this.#client = client;
    this.#product = product;
  }

  async make(name: string): Promise<Album> {
    return { id: await makeApp(this.#client, name), rows: [], page: null, logo: null, function: null, chat: null, domain: null };
  }

  async upload(appId: string, says: string): Promise<string> {
    const body = new FormData();
    body.set('file', new File([says], 'picture.txt', { type: 'text/plain' }));
    const path = `/api/apps/${appId}/integration-endpoints/Core/UploadFile`;
    const headers = { authorization: `Bearer ${this.#client.token}` };
    const answer = await fetch(this.#product.builderUrl + path, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as Data).file_url;
  }

  async addRow(album: Album, says: string): Promise<void> {
    const text = await this.upload(album.id, says);
    const answer = await this.#client.call('POST', `/live_api/apps/${album.id}/entities/Note?rows=draft`, { text });
    expect(((await answer.json()) as Data).text).toBe(text);
    album.rows.push(says);
  }

  async showOnPage(album: Album, says: string): Promise<void> {
    const content = `export default function Home() {\n  return <img src="${await this.upload(album.id, says)}" />;\n}\n`;
    const { app } = await this.#client.graphql(APP, { id: album.id });
    await this.#client.graphql(EDIT, { id: album.id, version: app.currentVersion.id, content });
    album.page = says;
  }

  async setLogo(album: Album, says: string): Promise<void> {
    await this.#client.graphql(LOGO, { id: album.id, url: await this.upload(album.id, says) });
    album.logo = says;
  }

  /** A server function that reads the picture whose address its code has. */
  async nameInFunction(album: Album, says: string): Promise<void> {
    const content = `const PICTURE = '${await this.upload(album.id, says)}';
export default async () => ({ address: PICTURE, says: await (await fetch(PICTURE)).text() });
`;
    const { app } = await this.#client.graphql(APP, { id: album.id });
    const changes = [{ path: 'functions/picture', content }];
    await this.#client.graphql(SAVE_FILES, { id: album.id, version: app.currentVersion.id, changes });
    album.function = says;
  }

  /** Names a picture in the chat, in a message that changes nothing. */
  async nameInChat(album: Album, says: string): Promise<void> {
    const content = `Do you like ${await this.upload(album.id, says)}?`;
    const input = { appId: album.id, content, clientId: says, mode: 'plan' };
    await this.#client.graphql(SEND, { input });
    await expect.poll(async () => (await this.#messages(album)).length, { timeout: 30_000 }).toBeGreaterThan(1);
    await settledApp(this.#client, album.id);
    album.chat = says;
  }

  /** An app that a program sends whole, with the address at which the page of another one shows its picture. */
  async sendWhole(album: Album): Promise<Album> {
    const { app } = await this.#client.graphql(APP, { id: album.id });
    const page = (pageOf(app).match(FILES) ?? [])[0];
    const address = page === undefined ? await this.upload(album.id, 'sent') : new URL(page, this.#product.runtimeUrl).href;
    const genApp = {
      name: 'Sent',
      pages: { Home: `export default function Home() {\n  return <img src="${address}" />;\n}\n` },
      entities: { Note: FIRST_FILES['entities/Note.json'] },
    };
    const answer = await this.#client.call('POST', '/api/apps', { appType: 'generated', genApp });
    const { id } = (await answer.json()) as Data;
    return { id, rows: [], page: album.page ?? 'sent', logo: null, function: null, chat: null, domain: null };
  }

  /** Publishes an app at a host of its own. */
  async publishAt(album: Album, domain: string): Promise<void> {
    await this.#client.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: album.id });
    const answer = await this.#client.call('POST', `/api/apps/${album.id}/settings`, { appSettings: { customDomain: domain } });
    expect(answer.status).toBe(200);
    album.domain = domain;
  }

  async copy(album: Album, withRows: boolean): Promise<Album> {
    const { duplicateApp } = await this.#client.graphql(
      'mutation ($id: ID!, $withRows: Boolean) { duplicateApp(id: $id, withRows: $withRows) { id } }',
      { id: album.id, withRows },
    );
    return { ...album, id: duplicateApp.id, rows: withRows ? [...album.rows] : [], chat: null, domain: null };
  }

  /** An idea that gets a row and a page with pictures of its own, and is merged. */
  async tryIdea(album: Album, says: string): Promise<void> {
    const { startBranch } = await this.#client.graphql('mutation ($id: ID!) { startBranch(id: $id, name: "Idea") { id } }', {
      id: album.id,
    });
    const idea: Album = { ...album, id: startBranch.id, rows: [] };
    await this.addRow(idea, `${says} row`);
    await this.showOnPage(idea, `${says} page`);
    const { mergePreview } = await this.#client.graphql(PREVIEW, { id: idea.id });
    const { targetVersionId: target, sourceVersionId: source } = mergePreview;
    await this.#client.graphql(MERGE, { id: idea.id, target, source, tables: TABLES });
    album.rows.push(...idea.rows);
    album.page = idea.page;
    await expect.poll(async () => (await this.#rowTexts(album)).length, { timeout: 30_000 }).toBe(album.rows.length);
  }

  /** An app of the template that is shared of an app. */
  async shareAndMake(album: Album): Promise<Album> {
    const { shareTemplate } = await this.#client.graphql(
      'mutation ($id: ID!) { shareTemplate(appId: $id, title: "Album", description: "", withRows: true) { name } }',
      { id: album.id },
    );
    const { createAppFromTemplate } = await this.#client.graphql('mutation ($name: ID!) { createAppFromTemplate(name: $name) { id } }', {
      name: shareTemplate.name,
    });
    return { ...album, id: createAppFromTemplate.id, rows: [...album.rows], logo: null, chat: null, domain: null };
  }

  async remove({ id }: Album): Promise<void> {
    await this.#client.graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id });
  }

  /** What the pictures of an app say now, as its people get them. */
  async shown(album: Album) {
    const { app } = await this.#client.graphql(APP, { id: album.id });
    const page = pageOf(app).match(FILES)?.[0] ?? null;
    const rows = await this.#rowTexts(album);
    // Rows have absolute addresses, at the address that the installation has now.
    for (const text of rows) expect(text.startsWith(`${this.#product.runtimeUrl}/api/files/`), text).toBe(true);
    return {
      rows: (await Promise.all(rows.map((text) => this.#read(text)))).sort(),
      page: await this.#read(page),
      logo: await this.#read(app.style.logoUrl),
      function: await this.#ofFunction(album),
      chat: await this.#ofChat(album),
      // A path on a page is relative to the host of the app.
      atDomain: album.domain === null ? null : await this.#readAt(album.domain, page),
    };
  }

  async #ofFunction(album: Album): Promise<string | null> {
    if (album.function === null) return null;
    const { testFunction } = await this.#client.graphql(TEST, { id: album.id });
    if (testFunction.answer === null) return JSON.stringify(testFunction.run.error);
    const { address, says } = JSON.parse(testFunction.answer);
    expect(await this.#read(address)).toBe(says);
    expect(address.startsWith(`${this.#product.runtimeUrl}/api/files/`), address).toBe(true);
    return says;
  }

  async #ofChat(album: Album): Promise<string | null> {
    if (album.chat === null) return null;
    const texts = (await this.#messages(album)).flatMap(({ content }: Data) => content.match(FILES) ?? []);
    expect(
      texts.every((text: string) => text.startsWith(this.#product.runtimeUrl)),
      texts.join(),
    ).toBe(true);
    return this.#read(texts.at(-1) ?? null);
  }

  async #messages({ id }: Album): Promise<Data[]> {
    return (await this.#client.graphql('query ($id: ID!) { app(id: $id) { messages(limit: 100) { content } } }', { id })).app.messages;
  }

  async #readAt(domain: string, path: string | null): Promise<string | null> {
    const at = (asked: string) => fetchAt(`http://127.0.0.1:${this.#product.runtimePort}`, asked, { headers: { host: domain } });
    expect((await at('/')).status).toBe(200);
    return path === null ? null : (await at(path)).text();
  }

  async #rowTexts({ id }: Album): Promise<string[]> {
    const answer = await this.#client.call('GET', `/live_api/apps/${id}/entities/Note?rows=draft&limit=1000`);
    return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
  }

  /** From the runtime host, which a path is relative to in previews and published apps. */
  async #read(address: string | null): Promise<string | null> {
    if (address === null) return null;
    const answer = await fetch(new URL(address, this.#product.runtimeUrl));
    return answer.status === 200 ? answer.text() : `${answer.status} ${address}`;
  }
}

function pageOf(app: Data): string {
  return app.currentVersion.files.find(({ path }: Data) => path === 'pages/Home').content;
}
