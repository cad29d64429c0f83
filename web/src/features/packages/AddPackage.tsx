import { useLazyQuery, useMutation } from '@apollo/client/react';
import { Autocomplete, Button, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { AllowNpmPackageDocument, NpmPackagesDocument, NpmVersionsDocument } from '../../gen/npmPackages.ts';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../../ui/FormError.tsx';
import classes from './PackagesScreen.module.css';

/** The form that allows a package. The builder opens the screen with the name of one in the address. */
export function AddPackage() {
  const t = useTranslations();
  const [query, setQuery] = useSearchParams();
  const [name, setName] = useState(query.get('name') ?? '');
  const [version, setVersion] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [allow, { loading }] = useMutation(AllowNpmPackageDocument, { refetchQueries: [NpmPackagesDocument] });
  const versions = useVersions();
  const given = name.trim();

  const submit = async () => {
    setRefusal(null);
    try {
      await allow({ variables: { name: given, version: version.trim() || 'latest' } });
      setName('');
      setVersion('');
      setQuery({}, { replace: true });
    } catch (error) {
      setRefusal(sentence(error));
    }
  };
  return (
    <form
      className={classes.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (given !== '') void submit();
      }}
    >
      <div className={classes.fields}>
        <TextInput
          className={classes.name}
          label={t('packages.name')}
          placeholder="howler"
          value={name}
          spellCheck={false}
          autoCapitalize="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Autocomplete
          className={classes.version}
          label={t('packages.version')}
          placeholder={t('packages.latest')}
          value={version}
          data={[...versions.found(given)]}
          spellCheck={false}
          maxDropdownHeight={240}
          // A field with a version shows the others, too.
          filter={({ options }) => options}
          onFocus={() => versions.load(given)}
          onChange={setVersion}
        />
        <Button type="submit" loading={loading} disabled={given === ''}>
          {t('packages.allow')}
        </Button>
      </div>
      {versions.problem === null ? null : (
        <Text fz="sm" c="dimmed">
          {t('packages.noVersions', { why: versions.problem })}
        </Text>
      )}
      <FormError message={refusal} />
    </form>
  );
}

/** The versions that the registry has of a package, asked for when the field is about to be used. */
function useVersions() {
  const [ask] = useLazyQuery(NpmVersionsDocument);
  const [known, setKnown] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef('');
  const load = (name: string) => {
    if (name === '' || asked.current === name) return;
    asked.current = name;
    setProblem(null);
    ask({ variables: { name } }).then(
      ({ data, error }) => {
        if (asked.current !== name) return;
        if (error !== undefined) setProblem(sentence(error));
        else setKnown((before) => new Map(before).set(name, data?.packageVersions.map(({ version }) => version) ?? []));
      },
      (error: unknown) => {
        if (asked.current === name) setProblem(sentence(error));
      },
    );
  };
  return { load, problem, found: (name: string) => known.get(name) ?? [] };
}
