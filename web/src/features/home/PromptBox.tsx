import { useMutation, useQuery } from '@apollo/client/react';
import { ActionIcon, Anchor, Skeleton, Text, Textarea, UnstyledButton } from '@mantine/core';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AssistantDocument, CreateAppDocument } from '../../gen/home.ts';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../../ui/FormError.tsx';
import { AssistantLabel } from './AssistantLabel.tsx';
import classes from './PromptBox.module.css';

/** More would push the builder's own apps out of sight. */
const shownExamples = 4;

/** Takes the first request, makes the app for it, and goes to the builder, where the request is sent. */
export function PromptBox() {
  const navigate = useNavigate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [prompt, setPrompt] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(AssistantDocument, { fetchPolicy: 'cache-first' });
  const [createApp, { loading }] = useMutation(CreateAppDocument, { refetchQueries: ['Home'] });
  const request = prompt.trim();

  const submit = async () => {
    if (request === '' || loading) return;
    setRefusal(null);
    try {
      const answer = await createApp({ variables: { input: { prompt: request } } });
      const id = answer.data?.createApp.id;
      if (id !== undefined) await navigate(`/build/app/${id}`, { state: { firstPrompt: request } });
    } catch (error) {
      setRefusal(sentence(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  return (
    <>
      <form
        className={classes.box}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Textarea
          ref={field}
          aria-label="Describe your app"
          placeholder="A habit tracker with streaks and a weekly chart"
          autosize
          minRows={3}
          maxRows={12}
          variant="unstyled"
          autoFocus
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          classNames={{ input: classes.input }}
        />
        <div className={classes.bar}>
          {data !== undefined ? (
            <AssistantLabel assistant={data.assistant} />
          ) : error === undefined ? (
            <Skeleton h={16} w={140} />
          ) : (
            <Text fz="xs" c="dimmed" role="status">
              The assistant did not answer.{' '}
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                underline="always"
                onClick={() => void refetch().catch(() => undefined)}
              >
                Try again
              </Anchor>
            </Text>
          )}
          <ActionIcon
            type="submit"
            variant="filled"
            color="ember"
            size={32}
            radius="md"
            aria-label="Build it"
            disabled={request === ''}
            loading={loading}
          >
            <ArrowUp size={18} />
          </ActionIcon>
        </div>
      </form>
      <div className={classes.refusal}>
        <FormError message={refusal} />
      </div>
      <ul className={classes.examples} aria-label="Examples">
        {(data?.assistant.examplePrompts ?? []).slice(0, shownExamples).map((example) => (
          <li key={example}>
            <UnstyledButton
              className={classes.example}
              onClick={() => {
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
