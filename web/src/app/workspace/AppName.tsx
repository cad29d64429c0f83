import { useMutation } from '@apollo/client/react';
import { UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { type BuilderAppFragment, RenameBuilderAppDocument } from '../../gen/builder.ts';
import { saveSentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { NameField } from '../../ui/NameField.tsx';
import classes from './AppName.module.css';

/** The app's name; a click turns it into a text field. */
export function AppName({ app }: { readonly app: BuilderAppFragment }) {
  const t = useTranslations();
  const [isEditing, setIsEditing] = useState(false);
  const [rename] = useMutation(RenameBuilderAppDocument);
  const button = useRef<HTMLButtonElement>(null);
  const onDone = (name: string | null, byKey: boolean) => {
    flushSync(() => setIsEditing(false));
    if (byKey) button.current?.focus();
    if (name === null) return;
    void rename({
      variables: { id: app.id, name },
      optimisticResponse: {
        __typename: 'Mutation',
        renameApp: { __typename: 'App', id: app.id, name, slug: app.slug, url: app.url, updatedAt: app.updatedAt },
      },
    }).catch((error: unknown) => notifyError(saveSentence(error)));
  };
  if (app.role === 'view')
    return (
      <h1 className={classes.heading}>
        <span className={classes.name} title={app.name}>
          {app.name}
        </span>
      </h1>
    );
  if (isEditing) return <NameField name={app.name} width={200} onDone={onDone} />;
  return (
    <h1 className={classes.heading}>
      <UnstyledButton
        ref={button}
        className={classes.name}
        onClick={() => setIsEditing(true)}
        title={t('common.rename')}
        aria-label={t('app.renameApp', { name: app.name })}
      >
        {app.name}
      </UnstyledButton>
    </h1>
  );
}
