import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ListModelsDocument, type ModelConnectionInput } from '../../gen/model.ts';
import { fromServer, type Translator } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';

interface EndpointModels {
  readonly models: readonly string[];
  /** Description below the field. */
  readonly hint: string;
  /** Fetches the models, unless they were fetched before with the same endpoint and key. */
  readonly load: () => void;
}

/** Models of the endpoint in the form, fetched when the field is about to be used. */
export function useEndpointModels({ model: _model, ...connection }: ModelConnectionInput): EndpointModels {
  const t = useTranslations();
  const [list, { loading }] = useMutation(ListModelsDocument);
  const [models, setModels] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasAsked, setHasAsked] = useState(false);
  const asked = useRef<string | null>(null);

  const load = () => {
    const question = JSON.stringify(connection);
    if (asked.current === question) return;
    asked.current = question;
    const answered = (found: readonly string[], why: string | null) => {
      if (asked.current !== question) return;
      setModels(found);
      setProblem(why);
      setHasAsked(true);
    };
    list({ variables: { input: connection } }).then(
      ({ data }) => {
        const { models: found = [], problem: why = null, detail = null } = data?.listModels ?? {};
        answered(found, why === null || detail === null ? why && fromServer(why) : `${fromServer(why)} (${detail})`);
      },
      (error: unknown) => answered([], sentence(error)),
    );
  };
  return { models, load, hint: hintOf({ loading, hasAsked, problem, count: models.length }, t) };
}

interface State {
  readonly loading: boolean;
  readonly hasAsked: boolean;
  readonly problem: string | null;
  readonly count: number;
}

function hintOf({ loading, hasAsked, problem, count }: State, t: Translator): string {
  if (loading) return t('model.asking');
  if (problem !== null) return t('model.listFailed', { why: problem });
  if (count > 0) return t('model.found', { count });
  return hasAsked ? t('model.none') : t('model.chooseOne');
}
