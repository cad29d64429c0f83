import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { ElementEdit } from '../../../gen/elements.ts';
import { EditElementDocument, SelectElementDocument, type SelectedElementFragment, UndoEditDocument } from '../../../gen/elements.ts';
import { sentence } from '../../../lib/errors.ts';
import type { PickedElement, PickedPlace } from '../protocol.ts';

export interface Selection extends Pick<PickedElement, 'row'> {
  /** Another one for each time that an element was selected, the same after edits of it. */
  readonly pick: number;
  readonly versionId: string;
  readonly element: SelectedElementFragment;
  /** Where the frame says that it is written: edits since then may have moved it. */
  readonly place: PickedPlace;
  /** How many elements of the page it draws, as the frame counts them. */
  readonly count: number;
  /** The elements around it, the closest first. */
  readonly around: readonly PickedPlace[];
}

/** The version made last, while it can be taken back. */
interface Made {
  readonly versionId: string;
  readonly title: string;
  /** What was selected before it. */
  readonly before: Selection | null;
}

export type SelectionState = ReturnType<typeof useSelection>;

const placeOf = ({ element: { path, line, column }, count }: Selection): PickedPlace => ({ path, line, column, count });

/** The element that the builder has selected in the preview, and the edits of it. One request at a time, in the order of the clicks. */
export function useSelection(appId: string) {
  const client = useApolloClient();
  const [editElement] = useMutation(EditElementDocument);
  const [undoEdit] = useMutation(UndoEditDocument);
  const [isOn, setIsOn] = useState(false);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(0);
  /** The builder has pointed at something else: what is selected may not be changed until that is known. */
  const [isAsked, setIsAsked] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  }, [selection]);
  const picks = useRef(0);
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
  /** Selects the first of the places at which the version has an element: what a library draws in between has none in the app's code. */
  const find = async (versionId: string, { places, row }: PickedElement) => {
    for (const [index, { count, ...place }] of places.entries()) {
      const at = { appId, versionId, ...place };
      const { data } = await client.query({ query: SelectElementDocument, variables: { at }, fetchPolicy: 'no-cache' });
      const element = data?.appElement ?? null;
      const named = { ...place, count };
      if (element !== null)
        return keep({ pick: ++picks.current, versionId, element, place: named, count, around: places.slice(index + 1), row });
    }
  };

  return {
    isOn,
    setIsOn: (next: boolean) => {
      setIsOn(next);
      if (next) return;
      keep(null);
      setError(null);
      setMade(null);
      setIsAsked(false);
    },
    selection,
    error,
    isSaving: waiting > 0,
    isAsked,
    made,
    ask: () => setIsAsked(true),
    /** What the frame has answered, about a version; null when it names no element. */
    answer: (versionId: string | null, element: PickedElement | null) => {
      if (versionId === null || element === null) setIsAsked(false);
      else run(() => find(versionId, element).finally(() => setIsAsked(false)));
    },
    selectAround: () =>
      run(async () => {
        const now = latest.current;
        if (now !== null) await find(now.versionId, { places: now.around, row: now.row });
      }),
    edit: (edit: ElementEdit) =>
      run(async () => {
        const now = latest.current;
        if (now === null) return;
        const { path, line, column } = now.element;
        const variables = { at: { appId, versionId: now.versionId, path, line, column }, edit };
        const edited = (await editElement({ variables })).data?.editAppElement;
        if (edited === undefined) return;
        const { version, element } = edited;
        setMade({ versionId: version.id, title: version.title, before: now });
        keep(element === null ? null : { ...now, versionId: version.id, element });
      }),
    undo: () =>
      run(async () => {
        if (made === null) return;
        const version = (await undoEdit({ variables: { id: appId, versionId: made.versionId } })).data?.undoAppEdit;
        if (version === undefined) return;
        const { before } = made;
        setMade({ versionId: version.id, title: version.title, before: latest.current ?? before });
        keep(null);
        if (before !== null) await find(version.id, { places: [placeOf(before), ...before.around], row: before.row });
      }),
  };
}
