import { type Account, type AccountsApi, accountsRef } from '@sayso/accounts/ref';
import { type App, type AppsApi, appsRef, type Files, type LeftBehind, type Version } from '@sayso/apps/ref';
import { type Actor, Conflict, InvalidInput, NotFound, newId } from '@sayso/core';
import { type EntitiesApi, entitiesRef, type Row, type TableAddress } from '@sayso/entities/ref';
import { effectsOf } from '@sayso/entities/testing';
import { type ModelEvent, type ModelRequest, type ModelsApi, modelsRef, type Usage } from '@sayso/models/ref';
import { type BringBack, type CompileProblem, type RuntimeApi, runtimeRef, type VersionReview } from '@sayso/runtime/ref';
import { type ProposedApp, type Repaired, type ValidatorApi, validatorRef } from '@sayso/validator/ref';

export const ada: Actor = { kind: 'account', id: 'ada', admin: false, builder: true };
export const bo: Actor = { kind: 'account', id: 'bo', admin: false, builder: true };

export const usage: Usage = {
  model: 'scripted',
  promptTokens: 10,
  completionTokens: 5,
  totalTokens: 15,
  totalCost: 0.5,
  finishReason: 'stop',
};

/** One answer of the model: chunks, promises to wait for, an error, or an early end. */
export type Script = readonly (
  | string
  | Promise<unknown>
  | Error
  | { readonly finish: 'stop' | 'length' | 'content-filter' }
  | { readonly reasoning: string }
  /** A source. */
  | { readonly url: string; readonly title: string }
)[];

/** A model with scripted answers, one per request. */
export class ScriptedModels implements Pick<ModelsApi, 'info' | 'streamChat' | 'window' | 'readsImages'> {
  readonly requests: ModelRequest[] = [];
  readonly scripts: Script[] = [];
  capabilities = { conversation: true, objects: true };

  async info() {
    const { capabilities } = this;
    return { isDemo: false, label: 'Scripted', model: 'scripted', hint: null, examplePrompts: [], capabilities };
  }

  takesPictures = true;
  async readsImages(): Promise<boolean> {
    return this.takesPictures;
  }

  async window(): Promise<number> {
    return 32_768;
  }

  async *streamChat(request: ModelRequest): AsyncGenerator<ModelEvent> {
    this.requests.push(request);
    const script = this.scripts.shift();
    if (script === undefined) throw new Error('The model was asked once more than the test expects.');
    let reason: 'stop' | 'length' | 'content-filter' = 'stop';
    for (const step of script) {
      if (typeof step === 'string') yield { type: 'text', text: step };
      else if (step instanceof Error) throw step;
      else if (step instanceof Promise) await step;
      else if ('reasoning' in step) yield { type: 'reasoning', text: step.reasoning };
      else if ('url' in step) yield { type: 'source', ...step };
      else reason = step.finish;
    }
    yield { type: 'finish', reason, usage: { ...usage, finishReason: reason } };
  }
}

const MAX_FILES = 8;
type Kept = Version & { readonly files: Files };

/** One app of Ada's, with versions in memory. */
export class FakeApps
  implements
    Pick<AppsApi, 'get' | 'find' | 'files' | 'version' | 'versions' | 'filePath' | 'commit' | 'restore' | 'leftBehind' | 'abilities'>
{
  app = {
    id: 'app-1',
    ownerId: 'ada',
    name: 'Untitled',
    description: '',
    currentVersionId: null,
    settings: { mainPage: null },
  } as unknown as App;
  readonly kept: Kept[] = [];
  readonly #left = new Map<string, LeftBehind>();

  async get(actor: Actor, appId: string): Promise<App> {
    if (actor.kind !== 'account' || actor.id !== this.app.ownerId || appId !== this.app.id) throw new NotFound('The app');
    return this.app;
  }

  /** Described by other plugins; null: one of them fails. */
  described: readonly string[] | null = [];
  async abilities(): Promise<readonly string[]> {
    if (this.described === null) throw new Error('The catalogue cannot be read.');
    return this.described;
  }

  async find(appId: string): Promise<App | null> {
    return appId === this.app.id ? this.app : null;
  }

  async withCurrentAddresses<T>(_appId: string, value: T): Promise<T> {
    return value;
  }

  async files(_appId: string, versionId = this.app.currentVersionId): Promise<Files> {
    return this.kept.find(({ id }) => id === versionId)?.files ?? {};
  }

  async version(_appId: string, versionId: string): Promise<Version> {
    const version = this.kept.find(({ id }) => id === versionId);
    if (version === undefined) throw new NotFound('The version');
    return version;
  }

  async versions(): Promise<Version[]> {
    return this.kept.toReversed();
  }

  filePath(path: string): string {
    if (!/^(pages|components|services|entities)\/|^layout$|^globals\.css$/.test(path))
      throw new InvalidInput(`"${path}" is not a file of an app.`);
    return path.replace(/\.(tsx|jsx|ts|js)$/, '');
  }

  async commit(input: Parameters<AppsApi['commit']>[0]): Promise<Version> {
    const files: Record<string, string> = { ...(await this.files(this.app.id)) };
    if (input.baseVersionId !== this.app.currentVersionId) throw new Conflict('The app has changed in the meantime.');
    for (const { path, content } of input.changes) {
      if (content === null) delete files[path];
      else files[path] = content;
    }
    if (Object.keys(files).length > MAX_FILES) throw new InvalidInput(`An app has at most ${MAX_FILES} files.`);
    return this.#keep(files, input.title, input.messageId ?? null, input.appName);
  }

  async restore(_appId: string, versionId: string | null, leavesBehind?: LeftBehind): Promise<Version> {
    if (versionId !== null) await this.version('', versionId);
    const version = this.#keep(versionId === null ? {} : await this.files('', versionId), 'Restored', null);
    if (leavesBehind) this.#left.set(version.id, leavesBehind);
    return version;
  }

  async leftBehind(_appId: string, versionId: string): Promise<LeftBehind | null> {
    return this.#left.get(versionId) ?? null;
  }

  #keep(files: Files, title: string, messageId: string | null, appName = this.app.name): Version {
    const version = {
      id: newId(),
      appId: this.app.id,
      parentId: this.app.currentVersionId,
      createdAt: new Date().toISOString(),
      title,
      messageId,
      userRequest: null,
      name: null,
      isStarred: false,
      files,
    };
    this.kept.push(version);
    this.app = { ...this.app, name: appName, currentVersionId: version.id };
    return version;
  }
}

/** Rows in memory; `removeMany` only records its calls. */
/** The assistant reads and writes the rows of the preview only. */
function checkDraft({ rows }: TableAddress): void {
  if (rows !== 'draft') throw new Error('These are rows of the published app.');
}

export class FakeEntities implements Pick<EntitiesApi, 'createMany' | 'removeMany' | 'count' | 'effectsOf' | 'readWorkbook'> {
  readonly effectsOf = effectsOf;
  readonly rows: { readonly entity: string; readonly row: Readonly<Record<string, unknown>> }[] = [];
  readonly removed: { readonly entity: string; readonly filter: Readonly<Record<string, unknown>> }[] = [];

  async createMany(_actor: Actor, table: TableAddress, rows: readonly Readonly<Record<string, unknown>>[]): Promise<Row[]> {
    checkDraft(table);
    const { entity } = table;
    if (rows.some((row) => row['bad'] === true)) throw new InvalidInput('bad is no column.');
    const first = this.rows.length + 1;
    this.rows.push(...rows.map((row) => ({ entity, row })));
    return rows.map((row, index) => ({ ...row, id: `row${first + index}`, createdAt: '', updatedAt: '', creatorId: 'ada' }));
  }

  async removeMany(_actor: Actor, table: TableAddress, filter: Readonly<Record<string, unknown>>): Promise<number> {
    checkDraft(table);
    this.removed.push({ entity: table.entity, filter });
    return 1;
  }

  /** The records of every workbook. */
  workbook: readonly (readonly string[])[] = [];
  async readWorkbook(_path: string, records: number) {
    return { records: this.workbook.slice(0, records), count: this.workbook.length };
  }

  async count(_appId: string, entity: string): Promise<number> {
    return this.rows.filter((one) => one.entity === entity).length;
  }
}

/** A compiler that reports a problem in every file with `SYNTAX ERROR`. */
export class FakeRuntime implements Pick<RuntimeApi, 'check' | 'prepare' | 'review' | 'bringBack' | 'outlines'> {
  /** The answers to `review` and `bringBack`. */
  found: VersionReview | null = null;
  back: BringBack = { stands: false, ways: [] };
  readonly reviewed: { readonly before: Files; readonly request: string; readonly files: Files }[] = [];

  prepare(): void {}

  async review(
    { files }: { readonly files: Files },
    given: { readonly before: Files; readonly request: string },
  ): Promise<VersionReview | null> {
    this.reviewed.push({ files, ...given });
    return this.found;
  }

  async bringBack(): Promise<BringBack> {
    return this.back;
  }

  /** Makes `outlines` fail. */
  isBusy = false;
  async outlines(): ReturnType<RuntimeApi['outlines']> {
    if (this.isBusy) throw new Error('The compiler is busy.');
    return {};
  }

  async check({ files }: { readonly files: Files }): Promise<CompileProblem[]> {
    return Object.entries(files)
      .filter(([, text]) => text.includes('SYNTAX ERROR'))
      .map(([path]) => ({ path, line: 3, column: 1, message: 'Unexpected token.', severity: 'error' as const }));
  }
}

/** Reports an error in every new file with `SYNTAX ERROR`, and replaces `TYPO` by `repaired`. */
export class FakeValidator implements Pick<ValidatorApi, 'repair'> {
  async repair({ sources: { files }, base }: ProposedApp): Promise<Repaired> {
    const written = Object.entries(files).filter(([path, text]) => text !== base[path]);
    const issues = written.filter(([, text]) => text.includes('SYNTAX ERROR')).map(([path]) => ({ ...SYNTAX_ERROR, componentName: path }));
    const repaired = written
      .filter(([, text]) => text.includes('TYPO'))
      .map(([path, text]) => [path, text.replace('TYPO', 'repaired')] as const);
    return { initialIssues: issues, unresolvedIssues: issues, files: Object.fromEntries(repaired), fixes: {} };
  }
}
const SYNTAX_ERROR = { line: 3, message: 'Unexpected token.', detectorId: 'compile', severity: 'error' as const };

/** Accounts whose plan is `plan`. */
export class FakeAccounts implements Pick<AccountsApi, 'account'> {
  plan = 'lite';
  async account(id: string): Promise<Account> {
    return { id, plan: this.plan } as Account;
  }
}

/** Fakes of the plugins that the chat needs. */
export function neighbours() {
  const [apps, entities, models, runtime] = [new FakeApps(), new FakeEntities(), new ScriptedModels(), new FakeRuntime()];
  const [accounts, validator] = [new FakeAccounts(), new FakeValidator()];
  const provide = [
    [accountsRef, accounts],
    [appsRef, apps],
    [entitiesRef, entities],
    [modelsRef, models],
    [runtimeRef, runtime],
    [validatorRef, validator],
  ] as const;
  return { accounts, apps, entities, models, runtime, validator, provide };
}
