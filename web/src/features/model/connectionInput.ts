import type { ConnectionFragment, ModelConnectionInput } from '../../gen/model.ts';

export type Connection = ConnectionFragment;

/** Values of the form. The key is never prefilled: empty means the saved one. */
export interface ConnectionValues {
  readonly endpoint: string;
  readonly key: string;
  readonly model: string;
}

export function valuesOf({ isDemo, endpoint, model, modelVariable }: Connection): ConnectionValues {
  return { endpoint: endpoint ?? '', key: '', model: isDemo && modelVariable === null ? '' : model };
}

/** Input of the mutation. Omits what the environment sets; includes a key only when one was typed. */
export function inputOf({ endpoint, key, model }: ConnectionValues, decided: Connection): ModelConnectionInput {
  return {
    ...(decided.endpointVariable === null ? { endpoint: endpoint.trim() || null } : {}),
    ...(decided.keyVariable === null && key.trim() !== '' ? { key: key.trim() } : {}),
    ...(decided.modelVariable === null ? { model: model.trim() || null } : {}),
  };
}

/** Description below the key's field. */
export function keyHint({ hasKey, keyEnding, keyVariable }: Connection): string {
  const ending = keyEnding === null ? '' : `, ends in …${keyEnding}`;
  if (keyVariable !== null) return `Set by ${keyVariable} in the environment${ending}.`;
  return hasKey ? `Set${ending}. Leave it empty to keep it.` : 'Local models need none. It is stored encrypted and never shown again.';
}
