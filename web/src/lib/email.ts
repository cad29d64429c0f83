/** Whether a text can be an email address; the server decides. */
const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

/** What a form says about its email: `missing` where there is none, `invalid` for what is no address, otherwise nothing. */
export function emailProblem(value: string, { missing, invalid }: { readonly missing: string; readonly invalid: string }): string | null {
  const email = value.trim();
  if (email === '') return missing;
  return isEmail(email) ? null : invalid;
}
