/** Shorter passwords are always too weak. */
export const MIN_PASSWORD_LENGTH = 8;

/** The most frequent leaked passwords of eight or more characters; shorter ones are rejected anyway. */
const common = new Set(
  'password password1 password12 password123 passw0rd 12345678 123456789 1234567890 11111111 00000000 qwertyui qwerty123 qwertyuiop abcd1234 abcdefgh iloveyou sunshine princess football baseball welcome1 letmein1 trustno1 superman computer whatever starwars 1q2w3e4r 1qaz2wsx'.split(
    ' ',
  ),
);

/** Short, well known, one repeated character, or the e-mail address itself. */
export function isWeakPassword(password: string, email = ''): boolean {
  const lower = password.toLowerCase();
  return (
    password.length < MIN_PASSWORD_LENGTH ||
    common.has(lower) ||
    new Set(lower).size === 1 ||
    (email !== '' && (lower === email.toLowerCase() || lower === email.toLowerCase().split('@')[0]))
  );
}
