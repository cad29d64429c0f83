import { pagePath } from '../pages.ts';

/** The address of a page for links and `useNavigate`: `createPageUrl('HabitDetails?id=3')` is `/habitdetails?id=3`. */
export function createPageUrl(page: string): string {
  const at = page.search(/[?#]/);
  const name = at < 0 ? page : page.slice(0, at);
  return `/${pagePath(name.replace(/^\/+/, '').replaceAll(' ', ''))}${at < 0 ? '' : page.slice(at)}`;
}
