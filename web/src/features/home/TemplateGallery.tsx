import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Loader, Title } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { HomeDocument } from '../../gen/home.ts';
import { AppTemplatesDocument, CreateAppFromTemplateDocument } from '../../gen/templates.ts';
import { fromServer } from '../../i18n/language.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { AppPicture } from './AppPicture.tsx';
import classes from './TemplateGallery.module.css';

/** Cards in one row on a desktop. */
const FIRST = 4;

/** Complete apps to start from; one click creates an app from one. Renders nothing while they load or when loading fails. */
export function TemplateGallery({ isAlone }: { readonly isAlone: boolean }) {
  const t = useTranslations();
  const { data } = useQuery(AppTemplatesDocument);
  const [create] = useMutation(CreateAppFromTemplateDocument, { refetchQueries: [HomeDocument] });
  const [started, setStarted] = useState<string | null>(null);
  const [wantsAll, setWantsAll] = useState(false);
  const navigate = useNavigate();
  if (data === undefined || data.appTemplates.length === 0) return null;
  const all = data.appTemplates;
  const shown = isAlone || wantsAll ? all : all.slice(0, FIRST);

  const start = async (name: string) => {
    setStarted(name);
    try {
      const id = (await create({ variables: { name } })).data?.createAppFromTemplate.id;
      if (id !== undefined) await navigate(`/build/app/${id}`);
    } catch (error) {
      notifyError(sentence(error));
    } finally {
      setStarted(null);
    }
  };

  return (
    <section className={classes.root} aria-labelledby="templates">
      <div className={classes.head}>
        <Title order={2} fz={16} lh="24px" id="templates">
          {t('home.templates')}
        </Title>
        {shown.length < all.length ? (
          <Button variant="subtle" size="compact-sm" className={classes.more} onClick={() => setWantsAll(true)}>
            {t('home.showAll', { count: all.length })}
          </Button>
        ) : null}
      </div>
      <ul className={classes.grid}>
        {shown.map(({ name, title, description, pictureUrl, isShared, author }) => (
          <li key={name} className={classes.card} data-busy={started === name || undefined}>
            <div className={classes.picture}>
              <AppPicture id={name} name={title} url={pictureUrl} />
              {started === name ? (
                <span className={classes.busy}>
                  <Loader size={20} />
                </span>
              ) : null}
            </div>
            <h3 className={classes.title}>
              <button type="button" className={classes.button} disabled={started !== null} onClick={() => void start(name)}>
                {isShared ? title : fromServer(title)}
              </button>
            </h3>
            {author === null ? null : <p className={classes.author}>{t('home.share.by', { author })}</p>}
            <p className={classes.description}>{isShared ? description : fromServer(description)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
