import type { Files } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import type { AppIssue, AppSources, CompileProblem, PageRendering } from '@sayso/runtime/ref';
import type { ValidatorContext } from './config.ts';
import { MessageMismatch } from './errors.ts';
import type { Detector, ProposedApp, Repaired, ReportedVersion, ValidationResult, ValidatorApi } from './ref.ts';

/** The id of what the compiler reports: syntax, imports, exports, schemas and styles. */
const COMPILER = 'compile';
const DETECTOR_MS = 5_000;

export class ValidatorService implements ValidatorApi {
  readonly #context: ValidatorContext;

  constructor(context: ValidatorContext) {
    this.#context = context;
  }

  async validate(sources: AppSources): Promise<readonly AppIssue[]> {
    return (await this.#validate(sources)).issues;
  }

  /** With `changed` paths, only the pages that load one of them are rendered. */
  async #validate(sources: AppSources, changed?: readonly string[]): Promise<Validated> {
    const { runtime } = this.#context.needs;
    const [problems, { issues }, rendering, ...found] = await Promise.all([
      runtime.check(sources),
      runtime.inspect(sources),
      runtime.render(sources, changed),
      ...this.#context.additions.detectors().map((detector) => this.#run(detector, sources)),
    ]);
    return { issues: sorted([...problems.map(issueOf), ...issues, ...rendering.issues, ...found.flat()]), rendering };
  }

  async repair({ sources, base }: ProposedApp): Promise<Repaired> {
    return (await this.#repair(sources, base)).repaired;
  }

  async #repair(sources: AppSources, base: Files): Promise<{ readonly repaired: Repaired; readonly rendering: PageRendering }> {
    const isNewApp = Object.keys(base).length === 0;
    const changed = isNewApp ? undefined : changedPaths(sources.files, base);
    const [{ issues, rendering }, known] = await Promise.all([this.#validate(sources, changed), this.#knownIn(sources, base)]);
    const rendered = isNewApp ? [] : await this.#knownOnPages(sources, base, { issues, changed });
    const isNew = (issue: AppIssue) => !known.has(fingerprint(issue)) && !rendered.includes(fingerprint(issue));
    const initialIssues = issues.filter(isNew);
    const unrepaired = { repaired: { initialIssues, unresolvedIssues: initialIssues, files: {}, fixes: {} }, rendering };
    if (!initialIssues.some(isError)) return unrepaired;
    const { repaired, fixes } = await this.#context.needs.runtime.inspect(sources);
    const files = changedOnly(repaired, sources.files, base);
    if (Object.keys(files).length === 0) return unrepaired;
    const again = await this.#validate({ ...sources, files: { ...sources.files, ...files } }, changed);
    const left = again.issues.filter(isNew);
    // A repair that replaces one error by another is no improvement.
    if (left.filter(isError).length >= initialIssues.filter(isError).length) return unrepaired;
    return {
      repaired: {
        initialIssues,
        unresolvedIssues: left,
        files,
        fixes: Object.fromEntries(Object.entries(fixes).filter(([path]) => Object.hasOwn(files, path))),
      },
      rendering: again.rendering,
    };
  }

  async report(actor: Actor, { appId, versionId, messageId = null, messageContent = null }: ReportedVersion): Promise<ValidationResult> {
    const { apps, runtime } = this.#context.needs;
    const app = await apps.get(actor, appId);
    const version = await apps.version(appId, versionId);
    if (version.appId !== appId) throw new NotFound('The version');
    if (messageId !== null && version.messageId !== null && messageId !== version.messageId) throw new MessageMismatch(messageId);
    const start = performance.now();
    const stored = await apps.files(appId, versionId);
    const [actions] = this.#context.additions.messageActions();
    const files = messageContent === null ? stored : (actions?.apply(stored, messageContent) ?? stored);
    const read = performance.now();
    const sources = { appId, versionId, name: app.name, mainPage: app.settings.mainPage, files };
    const { repaired: result, rendering } = await this.#repair(sources, {});
    const { initialIssues, unresolvedIssues, files: repaired, fixes } = result;
    return {
      initialIssues,
      unresolvedIssues,
      detectors: [COMPILER, ...runtime.detectorIds, runtime.renderingId, ...this.#context.additions.detectors().map(({ id }) => id)],
      repairedFiles: Object.entries(fixes).map(([fileId, issuesFixed]) => ({ fileId, issuesFixed })),
      previousVersionId: version.parentId,
      appBundle: { ...(await apps.bundleOf(appId, versionId, { ...files, ...repaired })), files: { ...files, ...repaired } },
      timingBreakdown: {
        applyingActionsMs: Math.round(read - start),
        validatingMs: Math.round(performance.now() - read),
        renderingMs: rendering.milliseconds,
      },
      rendering: { status: rendering.status, pages: rendering.pages },
    };
  }

  /** The fingerprints of the issues of the base version, which never block a change; of its pages, see `#knownOnPages`. */
  async #knownIn(sources: AppSources, base: Files): Promise<ReadonlySet<string>> {
    if (Object.keys(base).length === 0) return new Set();
    const { issues } = await this.#validate({ ...sources, files: base }, []);
    return new Set(issues.map(fingerprint));
  }

  /** The base version is rendered only when a page fails: most changes have no such page. */
  async #knownOnPages(
    sources: AppSources,
    base: Files,
    { issues, changed }: { readonly issues: readonly AppIssue[]; readonly changed: readonly string[] | undefined },
  ): Promise<readonly string[]> {
    const { runtime } = this.#context.needs;
    if (!issues.some(({ detectorId }) => detectorId === runtime.renderingId)) return [];
    return (await runtime.render({ ...sources, files: base }, changed)).issues.map(fingerprint);
  }

  async #run(detector: Detector, sources: AppSources): Promise<readonly AppIssue[]> {
    const { id: detectorId, severity } = detector;
    const signal = AbortSignal.timeout(DETECTOR_MS);
    const expired = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
    try {
      const found = await Promise.race([detector.find(sources, signal), expired]);
      return found.map(({ message, componentName, line }) => ({ message, componentName, line, detectorId, severity }));
    } catch (error) {
      this.#context.log.warn({ err: error, detectorId, appId: sources.appId }, 'a detector failed');
      return [];
    }
  }
}

interface Validated {
  readonly issues: readonly AppIssue[];
  readonly rendering: PageRendering;
}

/** Paths of files that a change has added, edited or removed. */
function changedPaths(files: Files, base: Files): readonly string[] {
  return [...new Set([...Object.keys(files), ...Object.keys(base)])].filter((path) => files[path] !== base[path]);
}

function issueOf({ message, path, severity, line }: CompileProblem): AppIssue {
  return { message, componentName: path, detectorId: COMPILER, severity, line };
}

function isError({ severity }: AppIssue): boolean {
  return severity === 'error';
}

/** Without the line, which an unrelated edit moves. */
function fingerprint({ detectorId, componentName, message }: AppIssue): string {
  return JSON.stringify([detectorId, componentName, message]);
}

/** The repairs of files that the change has written. */
function changedOnly(repaired: Files, files: Files, base: Files): Files {
  return Object.fromEntries(Object.entries(repaired).filter(([path]) => files[path] !== base[path]));
}

function sorted(issues: readonly AppIssue[]): readonly AppIssue[] {
  return [...issues.filter(isError), ...issues.filter((issue) => !isError(issue))];
}
