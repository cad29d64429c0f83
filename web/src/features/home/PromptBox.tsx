import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { ActionIcon, Anchor, Skeleton, Text, Textarea, UnstyledButton } from '@mantine/core';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  AssistantDocument,
  AssistantRefusalDocument,
  type AssistantRefusalQuery,
  CreateAppDocument,
  HomeDocument,
} from '../../gen/home.ts';
import { fromServer } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';
import { pasteHandler, useDrop } from '../../lib/fileDrop.ts';
import { AttachedFiles, ChooseFiles } from '../../ui/AttachedFiles.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { useProjectOffer } from '../../ui/importing/useProjectOffer.tsx';
import { AssistantLabel } from './AssistantLabel.tsx';
import classes from './PromptBox.module.css';
import { useFirstFiles } from './useFirstFiles.tsx';

/** More would push the builder's own apps below the fold. */
const shownExamples = 4;

type Refusal = NonNullable<AssistantRefusalQuery['assistant']['refusal']>;

/** Takes the first request, creates the app, and opens the builder, which sends the request. */
export function PromptBox() {
  const t = useTranslations();
  const client = useApolloClient();
  const navigate = useNavigate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [prompt, setPrompt] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** The text that a click on a suggestion replaced, kept so that it can be restored. */
  const [replaced, setReplaced] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { files, ...attached } = useFirstFiles();
  const { take, offer } = useProjectOffer();
  const { isOver, handlers } = useDrop(attached.add, take);
  const { data, error, refetch } = useQuery(AssistantDocument, { fetchPolicy: 'cache-first' });
  const [createApp] = useMutation(CreateAppDocument, { refetchQueries: [HomeDocument] });
  const request = prompt.trim();

  const submit = async () => {
    if (request === '' || isAsking || !attached.isReady) return;
    setIsAsking(true);
    setFailure(null);
    setRefusal(null);
    try {
      const asked = await client.query({ query: AssistantRefusalDocument, variables: { request }, fetchPolicy: 'no-cache' });
      const refused = asked.data?.assistant.refusal ?? null;
      // A refused request creates no app; the text stays in the box.
      if (refused !== null) return setRefusal(refused);
      const answer = await createApp({ variables: { input: { prompt: request } } });
      const id = answer.data?.createApp.id;
      const firstFiles = files.length === 0 ? {} : { firstFiles: files };
      if (id !== undefined) await navigate(`/build/app/${id}`, { state: { firstPrompt: request, ...firstFiles } });
    } catch (error) {
      setFailure(sentence(error));
    } finally {
      setIsAsking(false);
    }
  };
  const examples = refusal?.suggestions ?? (data?.assistant.examplePrompts ?? []).slice(0, shownExamples).map(fromServer);
  const offered = replaced === null ? examples : [replaced, ...examples];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  return (
    <>
      <form
        className={classes.box}
        data-over={isOver || undefined}
        {...handlers}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <AttachedFiles files={attached.shown} onRemove={attached.remove} />
        <Textarea
          ref={field}
          aria-label={t('home.describe')}
          placeholder={t('home.placeholder')}
          autosize
          minRows={3}
          maxRows={12}
          variant="unstyled"
          autoFocus
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={pasteHandler(attached.add)}
          classNames={{ input: classes.input }}
        />
        <div className={classes.bar}>
          <ChooseFiles onAdd={attached.add} />
          {data !== undefined ? (
            <AssistantLabel assistant={data.assistant} />
          ) : error === undefined ? (
            <Skeleton h={16} w={140} />
          ) : (
            <Text fz="xs" c="dimmed" role="status">
              {t('home.noAnswer')}{' '}
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                underline="always"
                onClick={() => void refetch().catch(() => undefined)}
              >
                {t('common.tryAgain')}
              </Anchor>
            </Text>
          )}
          <ActionIcon
            type="submit"
            variant="filled"
            color="ember"
            size={32}
            radius="md"
            aria-label={t('home.build')}
            disabled={request === '' || !attached.isReady}
            loading={isAsking}
          >
            <ArrowUp size={18} />
          </ActionIcon>
        </div>
      </form>
      {offer}
      <div className={classes.refusal}>
        <FormError message={failure} />
        {refusal === null ? null : (
          <div role="status" className={classes.answer}>
            {refusal.text}
          </div>
        )}
      </div>
      <ul className={classes.examples} aria-label={refusal === null ? t('common.examples') : t('common.suggestions')}>
        {offered.map((example) => (
          <li key={example}>
            <UnstyledButton
              className={classes.example}
              onClick={() => {
                if (request !== '' && !offered.includes(request)) setReplaced(request);
                setPrompt(example);
                field.current?.focus();
              }}
            >
              {example}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
