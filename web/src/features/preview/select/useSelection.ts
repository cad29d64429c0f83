import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { ElementEdit } from '../../../gen/elements.ts';
import { EditElementDocument, SelectElementDocument, type SelectedElementFragment, UndoEditDocument } from '../../../gen/elements.ts';
import { sentence } from '../../../lib/errors.ts';
import type { SelectedElement } from '../protocol.ts';

export interface Selection {
  readonly versionId: string;
  readonly element: SelectedElementFragment;
  /** The places of the elements around it, the closest first. */
  readonly around: SelectedElement['places'];
}

export type SelectionState = ReturnType<typeof useSelection>;

/** The element that the builder has selected in the preview, and the edits of it. One request at a time, in the order of the clicks. */
export function useSelection(appId: string) {
  const client = useApolloClient();
  const [editElement] = useMutation(EditElementDocument);
  const [undoEdit] = useMutation(UndoEditDocument);
  const [isOn, setIsOn] = useState(false);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(0);
  /** The version made last, while it can be taken back. */
  const [made, setMade] = useState<{ readonly versionId: string; readonly title: string } | null>(null);
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  }, [selection]);
  const queue = useRef(Promise.resolve());
  const run = (work: () => Promise<void>) => {
    setWaiting((count) => count + 1);
    setError(null);
    queue.current = queue.current
      .then(work)
      .catch((failure: unknown) => setError(sentence(failure)))
      .finally(() => setWaiting((count) => count - 1));
  };
  const keep = (next: Selection | null) => {
    latest.current = next;
    setSelection(next);
  };

  const select = (versionId: string, [place, ...around]: SelectedElement['places']) =>
    run(async () => {
      if (place === undefined) return;
      const at = { appId, versionId, ...place };
      const { data } = await client.query({ query: SelectElementDocument, variables: { at }, fetchPolicy: 'no-cache' });
      const element = data?.appElement ?? null;
      // What a library draws in between has no place in the app's code.
      if (element !== null) keep({ versionId, element, around });
      else if (around.length > 0) select(versionId, around);
    });

  return {
    isOn,
    setIsOn: (next: boolean) => {
      setIsOn(next);
      if (next) return;
      keep(null);
      setError(null);
      setMade(null);
    },
    selection,
    error,
    isSaving: waiting > 0,
    made,
    select,
    selectAround: () => {
      const now = latest.current;
      if (now !== null && now.around.length > 0) select(now.versionId, now.around);
    },
    edit: (edit: ElementEdit) =>
      run(async () => {
        const now = latest.current;
        if (now === null) return;
        const { path, line, column } = now.element;
        const variables = { at: { appId, versionId: now.versionId, path, line, column }, edit };
        const edited = (await editElement({ variables })).data?.editAppElement;
        if (edited === undefined) return;
        const { version, element } = edited;
        setMade({ versionId: version.id, title: version.title });
        keep(element === null ? null : { ...now, versionId: version.id, element });
      }),
    undo: () =>
      run(async () => {
        if (made === null) return;
        const version = (await undoEdit({ variables: { id: appId, versionId: made.versionId } })).data?.undoAppEdit;
        if (version === undefined) return;
        setMade({ versionId: version.id, title: version.title });
        // The element may be elsewhere again.
        keep(null);
      }),
  };
}
