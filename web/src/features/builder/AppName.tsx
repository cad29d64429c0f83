import { useMutation } from '@apollo/client/react';
import { TextInput, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type BuilderAppFragment, RenameBuilderAppDocument } from '../../gen/builder.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import classes from './AppName.module.css';

/** The app's name; a click makes it a field. Enter saves a name that is not empty, Escape keeps the old one. */
export function AppName({ app }: { readonly app: BuilderAppFragment }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [rename] = useMutation(RenameBuilderAppDocument);
  const button = useRef<HTMLButtonElement>(null);
  const wasKey = useRef(false);
  const isEditing = draft !== null;
  // Enter and Escape end where the field began; a click elsewhere stays elsewhere.
  useEffect(() => {
    if (isEditing || !wasKey.current) return;
    wasKey.current = false;
    button.current?.focus();
  }, [isEditing]);
  const finish = () => {
    const name = draft?.trim() ?? '';
    setDraft(null);
    if (name === '' || name === app.name) return;
    void rename({
      variables: { id: app.id, name },
      optimisticResponse: {
        __typename: 'Mutation',
        renameApp: { __typename: 'App', id: app.id, name, slug: app.slug, url: app.url, updatedAt: app.updatedAt },
      },
    }).catch((error: unknown) => notifyError(sentence(error)));
  };
  if (draft === null) {
    return (
      <h1 className={classes.heading}>
        <UnstyledButton
          ref={button}
          className={classes.name}
          onClick={() => setDraft(app.name)}
          title="Rename"
          aria-label={`${app.name}, rename`}
        >
          {app.name}
        </UnstyledButton>
      </h1>
    );
  }
  return (
    <TextInput
      aria-label="App name"
      size="xs"
      w={200}
      autoFocus
      maxLength={80}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={finish}
      onKeyDown={(event) => {
        wasKey.current = event.key === 'Enter' || event.key === 'Escape';
        if (event.key === 'Enter' && draft.trim() !== '') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
