import type { ConnectionFragment, ModelConnectionInput } from '../../gen/model.ts';
import type { Translator } from '../../i18n/language.ts';

export type Connection = ConnectionFragment;

/** Values of the form. The key is never prefilled: empty means the saved one. */
export interface ConnectionValues {
  readonly endpoint: string;
  readonly key: string;
  readonly model: string;
}

export function valuesOf({ isConnected, endpoint, model, modelVariable }: Connection): ConnectionValues {
  return { endpoint: endpoint ?? '', key: '', model: isConnected || modelVariable !== null ? model : '' };
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
export function keyHint({ hasKey, keyEnding: ending, keyVariable: variable }: Connection, t: Translator): string {
  if (variable !== null) return ending === null ? t('model.keySetBy', { variable }) : t('model.keySetByEnding', { variable, ending });
  if (!hasKey) return t('model.keyLocal');
  return ending === null ? t('model.keySet') : t('model.keySetEnding', { ending });
}
