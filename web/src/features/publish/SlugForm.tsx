import { useMutation } from '@apollo/client/react';
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'use-intl';
import { type PublishingFragment, UpdateAppSlugDocument } from '../../gen/publish.ts';
import { sentence } from '../../lib/errors.ts';
import { addressParts, asSlug, slugProblem } from './slug.ts';

/** Changes the slug of the app's URL. */
export function SlugForm({ app, onDone }: { readonly app: PublishingFragment; readonly onDone: () => void }) {
  const t = useTranslations();
  const [update] = useMutation(UpdateAppSlugDocument);
  const form = useForm({
    initialValues: { slug: app.slug },
    validate: { slug: slugProblem },
    transformValues: ({ slug }) => ({ slug: asSlug(slug.trim()) }),
  });
  const submit = async ({ slug }: { slug: string }) => {
    if (slug === app.slug) return onDone();
    try {
      await update({ variables: { id: app.id, slug } });
      onDone();
    } catch (error) {
      form.setFieldError('slug', sentence(error));
    }
  };
  const { before, after } = addressParts(app.url, app.slug);
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <TextInput
        label={t('publish.address')}
        description={`${before}${asSlug(form.values.slug) || '…'}${after}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoFocus
        spellCheck={false}
        {...form.getInputProps('slug')}
        onChange={(event) => form.setFieldValue('slug', asSlug(event.currentTarget.value))}
      />
      <Group gap={8} mt={12}>
        <Button type="submit" size="xs" loading={form.submitting}>
          {t('publish.saveAddress')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  );
}
