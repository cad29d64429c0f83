import { Menu, UnstyledButton } from '@mantine/core';
import { ChevronsUpDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { pageLabel } from '../../lib/pages.ts';
import classes from './PagePicker.module.css';

interface PagePickerProps {
  readonly pages: readonly { readonly name: string; readonly isMain: boolean }[];
  /** Name of the visible page; null when the URL matches no page. */
  readonly page: string | null;
  readonly onPage: (name: string) => void;
}

/** Menu of the pages in the preview. */
export function PagePicker({ pages, page, onPage }: PagePickerProps) {
  const t = useTranslations();
  return (
    <Menu width={220} position="bottom">
      <Menu.Target>
        <UnstyledButton
          className={classes.root}
          aria-label={page === null ? t('preview.pageNone') : t('preview.page', { page: pageLabel(page) })}
        >
          <span className={classes.name}>{page === null ? t('preview.pageUnknown') : pageLabel(page)}</span>
          <ChevronsUpDown size={12} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('preview.pages')}</Menu.Label>
        {pages.map((each) => (
          <Menu.RadioItem
            key={each.name}
            value={each.name}
            checked={each.name === page}
            onChange={() => onPage(each.name)}
            closeMenuOnClick
          >
            {pageLabel(each.name)}
            {each.isMain ? <span className={classes.main}> · {t('preview.firstPage')}</span> : null}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
