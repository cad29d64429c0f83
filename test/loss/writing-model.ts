import { habitTracker } from '@sayso/models/testing';
import { startPacedModel } from '../bench/model.ts';

const PIECES = habitTracker.match(/[\s\S]{1,40}/g) ?? [];

/** A model that answers every request with a whole app. Default: streamed over several seconds. */
export function startWritingModel({ everyMs = 60 } = {}) {
  return startPacedModel({ pieces: PIECES.map((piece) => () => piece), everyMs });
}
