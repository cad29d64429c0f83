import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { ListModelsDocument, type ModelConnectionInput } from '../../gen/model.ts';
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
        answered(found, why === null || detail === null ? why : `${why} (${detail})`);
      },
      (error: unknown) => answered([], sentence(error)),
    );
  };
  return { models, load, hint: hintOf({ loading, hasAsked, problem, count: models.length }) };
}

interface State {
  readonly loading: boolean;
  readonly hasAsked: boolean;
  readonly problem: string | null;
  readonly count: number;
}

function hintOf({ loading, hasAsked, problem, count }: State): string {
  if (loading) return 'Asking the endpoint for its models…';
  if (problem !== null) return `No list of models: ${problem} You can type a name.`;
  if (count > 0) return `${count === 1 ? 'One model' : `${count} models`} found. You can also type a name.`;
  return hasAsked ? 'The endpoint lists no models. Type the name of one.' : 'Choose one from the endpoint, or type a name.';
}
