import { ask } from '@sayso/models/testing';
import { startPacedModel } from '../bench/model.ts';
import { REQUEST } from './client.ts';

/** A model that answers `REQUEST` with a whole app, streamed over several seconds. */
export async function startWritingModel() {
  const { text } = await ask(REQUEST);
  const pieces = (text.match(/[\s\S]{1,200}/g) ?? []).map((piece) => () => piece);
  return startPacedModel({ pieces, everyMs: 60 });
}
