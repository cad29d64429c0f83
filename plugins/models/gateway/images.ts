import type { ImageGenerateParamsNonStreaming, ImagesResponse } from 'openai/resources/images';
import { ModelUnavailable } from '../errors.ts';
import type { Usage } from '../ref.ts';
import { estimateTokens } from './prices.ts';

/** Bytes of one picture. */
const MAX_IMAGE = 20_000_000;

/** The models of the family gpt-image always answer with the picture itself, and refuse the parameter with which others do. */
export function imageBody(model: string, prompt: string): ImageGenerateParamsNonStreaming {
  return { model, prompt, n: 1, ...(/(?:^|\/)gpt-image/.test(model) ? {} : { response_format: 'b64_json' }) };
}

/** The picture of an answer. An address instead of it is not followed: any server may be named there. */
export function imageIn({ data }: ImagesResponse): Uint8Array {
  const base64 = data?.[0]?.b64_json;
  if (typeof base64 !== 'string' || base64 === '') throw new ModelUnavailable('its answer holds no picture');
  if (base64.length > (MAX_IMAGE * 4) / 3) throw new ModelUnavailable('its picture is too large');
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/** The prices of pictures are not known. */
export function imageUsage(model: string, prompt: string, { usage }: ImagesResponse): Usage {
  const promptTokens = usage?.input_tokens ?? estimateTokens(prompt);
  const completionTokens = usage?.output_tokens ?? 0;
  return { model, promptTokens, completionTokens, totalTokens: promptTokens + completionTokens, totalCost: null, finishReason: 'stop' };
}
