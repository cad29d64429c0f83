import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { z } from 'zod';
import type { Source } from '../ref.ts';

/** Sources of one answer; more are left out. */
const MAX_SOURCES = 30;
const MAX_URL = 2048;
const MAX_TITLE = 200;

const page = z.looseObject({ url: z.string(), title: z.string().nullish() });
const cited = z.union([z.string().transform((url) => ({ url, title: null })), z.looseObject({ url_citation: page }), page]);

/** Collects the web pages on which a model bases its answer, each once. */
export class Sources {
  readonly #urls = new Set<string>();

  /** The pages that a piece of the stream adds. */
  in(chunk: ChatCompletionChunk): Source[] {
    const added: Source[] = [];
    for (const one of citedIn(chunk)) {
      const source = sourceOf(one);
      if (source === null || this.#urls.has(source.url) || this.#urls.size >= MAX_SOURCES) continue;
      this.#urls.add(source.url);
      added.push(source);
    }
    return added;
  }
}

/**
 * OpenAI and OpenRouter annotate the text (`url_citation`), Perplexity lists `search_results`, and Perplexity and xAI list `citations`, in
 * each piece anew.
 */
function citedIn(chunk: ChatCompletionChunk): unknown[] {
  const { search_results: results, citations } = chunk as { readonly search_results?: unknown; readonly citations?: unknown };
  const delta = chunk.choices?.[0]?.delta as { readonly annotations?: unknown } | undefined;
  return [delta?.annotations, results, citations].flatMap((list) => (Array.isArray(list) ? list.slice(0, MAX_SOURCES) : []));
}

/** Null unless it is a page on the web: any server may be at the model's address. */
function sourceOf(value: unknown): Source | null {
  const { data } = cited.safeParse(value);
  if (data === undefined) return null;
  const { url, title } = 'url_citation' in data ? (data.url_citation as z.infer<typeof page>) : (data as z.infer<typeof page>);
  const parsed = url.length > MAX_URL ? null : URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== '') return null;
  const name = (title ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return { url: parsed.href, title: name === '' ? parsed.hostname : name.slice(0, MAX_TITLE) };
}
