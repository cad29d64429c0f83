// The compiler process. Deeply nested text overflows the stack of the native parser, which ends the whole process, threads included:
// here that ends one compiler process, and the caller learns which file caused it.

import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { LRUCache } from 'lru-cache';
import { applyChanges } from '../codemods/index.ts';
import { inspectApp } from '../detectors/index.ts';
import type { AppElement, ElementEdit, ElementEdited, ElementPlace } from '../elements/element.ts';
import { describeElement, editElement } from '../elements/index.ts';
import { bundleFunction } from '../functions/bundle.ts';
import { readDeclarations } from '../functions/declaration.ts';
import { specifiersOf } from '../npm/imports.ts';
import { outlinesOf } from '../outline.ts';
import { rootOf } from '../pages.ts';
import type { ProjectAddress } from '../project/address.ts';
import { zipProject } from '../project/project.ts';
import type { AppSources } from '../ref.ts';
import { emitRenderModules } from '../render/emit.ts';
import type { RenderModules } from '../render/wire.ts';
import { bringBack } from '../review/bring-back.ts';
import { reviewVersion } from '../review/compare.ts';
import { ejectBlock } from './eject.ts';
import { type Libraries, readLibraries } from './libraries.ts';
import { type SplitSources, splitBundles } from './package-sources.ts';
import { checkApp, compilePreview, type PreviewOutput } from './preview.ts';
import { publishApp } from './publish.ts';
import { SourceMirror } from './source-sync.ts';
import { prepareStyles } from './styles.ts';
import type { Answer, ProjectOutput, Request, TaskName } from './wire.ts';

/** Addresses whose content was sent to the parent. */
const sent = new LRUCache<string, true>({ max: 20_000 });
const libraries = readLibraries();
const mirror = new SourceMirror();
/** Of writing the name of a file: a second in all. */
const MAX_ATTEMPTS = 100;
const ATTEMPT_MS = 10;
const pause = new Int32Array(new SharedArrayBuffer(4));
/** Before the first app, and after each app that used the prepared sheet. */
let queue: Promise<void> = libraries.then(prepareStyles).catch(() => {});
// Once everything is loaded, since these processes end by SIGKILL.
void queue.then(() => flushCompileCache());

process.on('message', (request: Request) => {
  // One at a time, so that the file named last is the one that crashed the process.
  queue = queue.then(() => answer(request));
  void queue.then(() => prepareStyles()).catch(() => {});
  collecting.refresh();
});
/** V8 collects little while the process only waits: returns the memory of the last runs. */
const COLLECT_AFTER_MS = 500;
const collecting = setTimeout(() => void globalThis.gc?.(), COLLECT_AFTER_MS).unref();

process.on('disconnect', () => process.exit(0));

async function answer(request: Request): Promise<void> {
  try {
    const given = mirror.apply(request.sources);
    if (given === null) send({ id: request.id, ok: 'forgotten' });
    else send({ id: request.id, ok: true, output: await outputOf(request, splitBundles(given)), residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ id: request.id, ok: false, message, residentBytes: process.memoryUsage.rss() });
  }
}

/** Tasks that read the syntax of files, without libraries. */
const READERS: Partial<Record<TaskName, (files: AppSources['files'], report: (path: string) => void) => unknown>> = {
  declarations: readDeclarations,
  outlines: outlinesOf,
  specifiers: specifiersOf,
};

function outputOf(request: Request, given: SplitSources): unknown {
  const read = READERS[request.name];
  return read === undefined ? run(request, given) : read(given.sources.files, onFile);
}

async function run(
  { name, content, block, changes, before, request, thing, place, edit, functionName, filesAt, address, functions }: Request,
  { sources, allowed, late }: SplitSources,
): Promise<unknown> {
  if (name === 'change') return applyChanges(sources.files, changes);
  if (name === 'review') return reviewVersion({ before, after: sources.files, request });
  if (name === 'bringBack' && thing !== null) return bringBack({ ...thing, current: sources.files }, thing.id);
  if (place !== null) return onElement(sources.files[place.path], place, edit);
  const read = await libraries;
  if (read === null) throw new Error('The libraries for generated apps are not built.');
  const built: Libraries = { ...read, allowed, late };
  if (address !== null) return exportProject(sources, built, address);
  if (name === 'render') return renderModules(sources, built);
  if (name === 'inspect') return inspectApp(sources, { exports: built.exports, functions }, onFile);
  if (name === 'serverFunction') return bundleFunction(sources, functionName, { libraries: built, onFile, filesAt });
  if (name === 'eject') return ejectBlock(sources.files, block);
  if (name === 'publish') return publishApp(sources, built, onFile);
  if (content === 'none') {
    const { routes, problems } = await checkApp(sources, built, onFile);
    return { entry: null, modules: [], css: null, routes, problems } satisfies PreviewOutput;
  }
  const output = await compilePreview(sources, built, { onFile, isSent: (address) => content === 'new' && sent.has(address) });
  for (const { name: address } of output.modules) sent.set(address, true);
  if (output.css !== null) sent.set(output.css.name, true);
  return output;
}

async function renderModules(sources: AppSources, built: Libraries): Promise<RenderModules | null> {
  const { graph, routes, problems } = await checkApp(sources, built, onFile);
  if (problems.some(({ severity }) => severity === 'error')) return null;
  return emitRenderModules(graph, { routes, root: rootOf(sources.files), libraries: built });
}

async function exportProject(sources: AppSources, built: Libraries, address: ProjectAddress): Promise<ProjectOutput> {
  const { graph, routes, problems } = await checkApp(sources, built, onFile);
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems };
  return { ok: true, zip: await zipProject({ sources, graph, routes, libraries: built, address }) };
}

/** Describes the element at a place, or edits it. */
function onElement(content: string | undefined, place: ElementPlace, edit: ElementEdit | null): AppElement | ElementEdited | null {
  if (edit !== null) return content === undefined ? { ok: false, reason: 'no-element' } : editElement(content, place, edit);
  return content === undefined ? null : describeElement(content, place);
}

/**
 * Written synchronously to a pipe: messages queued in the IPC channel are lost when the process crashes. A server that is busy reads it late,
 * and a full pipe refuses more. After a second the name is given up: it only tells where a crash was.
 */
function onFile(path: string): void {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      writeSync(1, `${path}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, ATTEMPT_MS);
    }
  }
}

function send(message: Answer): void {
  process.send?.(message);
}
