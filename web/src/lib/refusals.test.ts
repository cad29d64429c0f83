import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../i18n/language.ts';
import { isNetworkError, saveSentence, sentence } from './errors.ts';
import { answerOf, cutUploadSentence, isPage, refusalSentence } from './refusals.ts';

beforeAll(() => loadLanguage('en'));

const NGINX =
  '<html>\r\n<head><title>Error</title></head>\r\n<body><center><h1>Error</h1></center><hr><center>nginx/1.27.0</center></body></html>';
const unexpected = 'An error occurred while processing your request please try again later.';
const page = (status: number, body = NGINX) => new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

const MEANINGS: readonly (readonly [status: number, says: RegExp])[] = [
  [413, /refuses so much at once \(413\).*client_max_body_size/],
  [429, /takes no more requests for now \(429\)/],
  ...[502, 503, 520, 521, 522, 523, 525, 526, 527, 530].map((status) => [status, new RegExp(`does not reach it \\(${status}\\)`)] as const),
  ...[408, 504, 524].map((status) => [status, new RegExp(`did not wait for its answer \\(${status}\\)`)] as const),
  ...[400, 401, 403, 404, 405, 407, 411, 414, 431, 451].map(
    (status) => [status, new RegExp(`refuses this request \\(${status}\\)`)] as const,
  ),
  [200, /answered in its place/],
  [500, new RegExp(unexpected)],
  [501, new RegExp(unexpected)],
];

it.each(MEANINGS)('says what %i of a proxy means, over REST and GraphQL', async (status, says) => {
  for (const body of [NGINX, '', 'upstream connect error', '<!doctype html>', '{"cut']) {
    expect(refusalSentence(status, await answerOf(page(status, body)))).toMatch(says);
    const error =
      status === 200
        ? new ServerParseError(new SyntaxError('Unexpected token'), { response: page(status), bodyText: body })
        : new ServerError(`Response not successful: Received status code ${status}`, { response: page(status), bodyText: body });
    expect(sentence(error)).toMatch(says);
    expect(saveSentence(error)).toMatch(status === 500 || status === 501 ? /Failed saving app/ : says);
    expect(isNetworkError(error)).toBe(false);
  }
});

it('shows the own sentence of the server at every status', async () => {
  for (const [status] of MEANINGS) {
    const answer = await answerOf(
      Response.json({ message: 'The file is larger than 10 MB.', code: 'too-large' }, { status: Math.max(status, 400) }),
    );
    expect(refusalSentence(status, answer)).toBe('The file is larger than 10 MB.');
    const bodyText = JSON.stringify({ errors: [{ message: 'Too many requests.' }] });
    expect(sentence(new ServerError('Response not successful', { response: page(status === 200 ? 400 : status), bodyText }))).toBe(
      'Too many requests.',
    );
  }
  expect(refusalSentence(400, {})).toBe(unexpected);
  expect(sentence(new CombinedGraphQLErrors({ errors: [{ message: 'No.' }] }))).toBe('No.');
});

it('says of a large upload whose connection broke that a proxy may have refused it', () => {
  expect(cutUploadSentence(2_000_000)).toMatch(
    /broke while the file was sent\. A proxy in front of Sayso may refuse.*client_max_body_size/,
  );
  expect(cutUploadSentence(20_000)).toBeNull();
});

it('tells pages from answers', () => {
  expect(isPage(page(200))).toBe(true);
  expect([Response.json({}), new Response('x'), new Response(null, { status: 204 })].map(isPage)).toEqual([false, false, false]);
});
