import { call } from './connection.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Calls an endpoint of the Core integration with named parameters; files make it a multipart call. */
async function invoke<T>(endpoint: string, parameters: Parameters): Promise<T> {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters) || parameters instanceof Blob)
    throw new TypeError(
      `${endpoint} takes an object of named parameters, such as ${endpoint}({ ${EXAMPLES[endpoint] ?? 'name: value'} }).`,
    );
  return call<T>({ method: 'POST', path: `/integrations/Core/${endpoint}`, body: payload(parameters), what: endpoint });
}

const EXAMPLES: Readonly<Record<string, string>> = {
  InvokeLLM: 'prompt: "…"',
  UploadFile: 'file',
  SendEmail: 'to, subject, body',
  GenerateImage: 'prompt: "…"',
  ExtractDataFromUploadedFile: 'file_url, json_schema',
};

function payload(parameters: Parameters): Parameters | FormData {
  if (!Object.values(parameters).some((value) => value instanceof Blob)) return parameters;
  const form = new FormData();
  for (const [key, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(key, value);
    else form.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

/** Asks a language model. With `response_json_schema` the answer is an object of that shape, otherwise text. */
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

/** Reads rows of `json_schema` out of an uploaded file. */
export const ExtractDataFromUploadedFile = (parameters: { file_url: string; json_schema: object }): Promise<unknown> =>
  invoke('ExtractDataFromUploadedFile', parameters);

export const Core = { InvokeLLM, UploadFile, SendEmail, GenerateImage, ExtractDataFromUploadedFile };
