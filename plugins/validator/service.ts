import type { Files } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import type { AppIssue, AppSources, CompileProblem } from '@sayso/runtime/ref';
import type { ValidatorContext } from './config.ts';
import type { Detector, ProposedApp, Repaired, ValidationResult, ValidatorApi } from './ref.ts';

/** The id of what the compiler reports: syntax, imports, exports, schemas and styles. */
const COMPILER = 'compile';
const DETECTOR_MS = 5_000;

export class ValidatorService implements ValidatorApi {
  readonly #context: ValidatorContext;

  constructor(context: ValidatorContext) {
    this.#context = context;
  }

  async validate(sources: AppSources): Promise<readonly AppIssue[]> {
    const { runtime } = this.#context.needs;
    const [problems, { issues }, ...found] = await Promise.all([
      runtime.check(sources),
      runtime.inspect(sources),
      ...this.#context.additions.detectors().map((detector) => this.#run(detector, sources)),
    ]);
    return sorted([...problems.map(issueOf), ...issues, ...found.flat()]);
  }

  async repair({ sources, base }: ProposedApp): Promise<Repaired> {
    const [issues, known] = await Promise.all([this.validate(sources), this.#knownIn(sources, base)]);
    const isNew = (issue: AppIssue) => !known.has(fingerprint(issue));
    const initialIssues = issues.filter(isNew);
    const unrepaired = { initialIssues, unresolvedIssues: initialIssues, files: {}, fixes: {} };
    if (!initialIssues.some(isError)) return unrepaired;
    const { repaired, fixes } = await this.#context.needs.runtime.inspect(sources);
    const files = changedOnly(repaired, sources.files, base);
    if (Object.keys(files).length === 0) return unrepaired;
    const left = (await this.validate({ ...sources, files: { ...sources.files, ...files } })).filter(isNew);
    // A repair that replaces one error by another helps nobody.
    if (left.filter(isError).length >= initialIssues.filter(isError).length) return unrepaired;
    return {
      initialIssues,
      unresolvedIssues: left,
      files,
      fixes: Object.fromEntries(Object.entries(fixes).filter(([path]) => Object.hasOwn(files, path))),
    };
  }

  async report(actor: Actor, { appId, versionId }: { readonly appId: string; readonly versionId: string }): Promise<ValidationResult> {
    const { apps, runtime } = this.#context.needs;
    const app = await apps.get(actor, appId);
    const version = await apps.version(appId, versionId);
    if (version.appId !== appId) throw new NotFound('The version');
    const start = performance.now();
    const files = await apps.files(appId, versionId);
    const read = performance.now();
    const sources = { appId, versionId, name: app.name, mainPage: app.settings.mainPage, files };
    const { initialIssues, unresolvedIssues, files: repaired, fixes } = await this.repair({ sources, base: {} });
    return {
      initialIssues,
      unresolvedIssues,
      detectors: [COMPILER, ...runtime.detectorIds, ...this.#context.additions.detectors().map(({ id }) => id)],
      repairedFiles: Object.entries(fixes).map(([fileId, issuesFixed]) => ({ fileId, issuesFixed })),
      previousVersionId: version.parentId,
      appBundle: { files: { ...files, ...repaired } },
      timingBreakdown: { applyingActionsMs: Math.round(read - start), validatingMs: Math.round(performance.now() - read) },
    };
  }

  /** The fingerprints of the issues of the base version, which never block a change. */
  async #knownIn(sources: AppSources, base: Files): Promise<ReadonlySet<string>> {
    if (Object.keys(base).length === 0) return new Set();
    return new Set((await this.validate({ ...sources, files: base })).map(fingerprint));
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
