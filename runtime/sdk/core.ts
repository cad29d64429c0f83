import { callIntegration } from './integration.ts';

type Parameters = Readonly<Record<string, unknown>>;

function invoke<T>(endpoint: string, parameters: Parameters): Promise<T> {
  return callIntegration({ path: `/integrations/Core/${endpoint}`, what: endpoint, example: EXAMPLES[endpoint] }, parameters);
}

const EXAMPLES: Readonly<Record<string, string>> = {
  InvokeLLM: 'prompt: "…"',
  UploadFile: 'file',
  UploadPrivateFile: 'file',
  CreateFileSignedUrl: 'file_uri',
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

/** Stores a file; everyone with its address can read it. Images have smaller copies at `file_url + '?width=640'` (160, 320, 640, 1280). */
export const UploadFile = (parameters: { file: Blob }): Promise<{ file_url: string }> => invoke('UploadFile', parameters);

/** Stores a file that only links of `CreateFileSignedUrl` can read. */
export const UploadPrivateFile = (parameters: { file: Blob }): Promise<{ file_uri: string }> => invoke('UploadPrivateFile', parameters);

/** A link to a private file, which ends after `expires_in` seconds: default 300, at most 604800. */
export const CreateFileSignedUrl = (parameters: { file_uri: string; expires_in?: number }): Promise<{ signed_url: string }> =>
  invoke('CreateFileSignedUrl', parameters);

export const SendEmail = (parameters: { to: string; subject: string; body: string; from_name?: string }): Promise<unknown> =>
  invoke('SendEmail', parameters);

export const GenerateImage = (parameters: { prompt: string }): Promise<{ url: string }> => invoke('GenerateImage', parameters);

/** Extracts rows of `json_schema` from an uploaded file. */
export const ExtractDataFromUploadedFile = (parameters: { file_url: string; json_schema: object }): Promise<unknown> =>
  invoke('ExtractDataFromUploadedFile', parameters);

export const Core = {
  InvokeLLM,
  UploadFile,
  UploadPrivateFile,
  CreateFileSignedUrl,
  SendEmail,
  GenerateImage,
  ExtractDataFromUploadedFile,
};
