import { useMutation } from '@apollo/client/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChangeMailFieldsDocument } from '../../gen/integrations.ts';
import { sentence } from '../../lib/errors.ts';
import { useApp, useIsViewer } from '../../lib/workspace/hooks.ts';

/** The columns whose addresses may get mail of the app, with commas; saved when the field is left. */
export function MailFields({ fields }: { readonly fields: readonly string[] }) {
  const t = useTranslations('integrations.mail');
  const { id: appId } = useApp();
  const isViewer = useIsViewer();
  const [draft, setDraft] = useState<string | null>(null);
  const [run, { error, reset }] = useMutation(ChangeMailFieldsDocument);
  const save = async () => {
    if (draft === null) return;
    const named = draft.split(',').map((name) => name.trim());
    const chosen = named.filter((name) => name !== '');
    // What the server refuses stays in the field.
    await run({ variables: { appId, fields: chosen } }).then(
      () => setDraft(null),
      () => undefined,
    );
  };
  return (
    <TextInput
      label={t('label')}
      description={t('why')}
      placeholder={t('example')}
      value={draft ?? fields.join(', ')}
      disabled={isViewer}
      error={error === undefined ? null : sentence(error)}
      onChange={(event) => {
        reset();
        setDraft(event.currentTarget.value);
      }}
      onBlur={() => void save()}
    />
  );
}
