import { ApiError, reportApiError } from './errors.ts';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The Core integration, for apps from elsewhere. The server does not implement these calls yet: each rejects with an error that says so,
 * for the app and the builder, without a request.
 */
async function invoke(endpoint: string, parameters: Parameters): Promise<never> {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters) || parameters instanceof Blob)
    throw new TypeError(
      `${endpoint} takes an object of named parameters, such as ${endpoint}({ ${EXAMPLES[endpoint] ?? 'name: value'} }).`,
    );
  const message = `${endpoint} does not work here: apps made with Sayso cannot use integrations yet.`;
  const error = new ApiError(message, 501, 'integrations-missing');
  reportApiError(error, new Error(endpoint));
  throw error;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  InvokeLLM: 'prompt: "…"',
  UploadFile: 'file',
  SendEmail: 'to, subject, body',
  GenerateImage: 'prompt: "…"',
  ExtractDataFromUploadedFile: 'file_url, json_schema',
};

/** Calls a language model. With `response_json_schema` the answer is an object of that shape, otherwise text. */
export const InvokeLLM = (parameters: {
  prompt: string;
  response_json_schema?: object;
  file_urls?: string | readonly string[];
  [more: string]: unknown;
}): Promise<unknown> => invoke('InvokeLLM', parameters);

export const UploadFile = (parameters: { file: Blob }): Promise<{ file_url: string }> => invoke('UploadFile', parameters);

export const SendEmail = (parameters: { to: string; subject: string; body: string; from_name?: string }): Promise<unknown> =>
  invoke('SendEmail', parameters);

export const GenerateImage = (parameters: { prompt: string }): Promise<{ url: string }> => invoke('GenerateImage', parameters);

/** Extracts rows of `json_schema` from an uploaded file. */
export const ExtractDataFromUploadedFile = (parameters: { file_url: string; json_schema: object }): Promise<unknown> =>
  invoke('ExtractDataFromUploadedFile', parameters);

export const Core = { InvokeLLM, UploadFile, SendEmail, GenerateImage, ExtractDataFromUploadedFile };
