import { type CallMore, callIntegration } from './integration.ts';

type Parameters = Readonly<Record<string, unknown>>;

function invoke<T>(endpoint: string, parameters: Parameters, more?: CallMore): Promise<T> {
  return callIntegration({ path: `/integrations/Core/${endpoint}`, what: endpoint, example: EXAMPLES[endpoint] }, parameters, more);
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

export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

export interface LanguageModelOptions extends CallOptions {
  /** Called with the text so far while it is written; not with `response_json_schema`. */
  readonly onText?: (text: string) => void;
}

export interface UploadOptions extends CallOptions {
  /** Called with the part that is sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/** Asks a language model. With `response_json_schema` the answer is an object of that shape, otherwise text. */
export const InvokeLLM = <T = string>(
  parameters: {
    prompt: string;
    response_json_schema?: object;
    /** Files of the app: pictures and documents. */
    file_urls?: string | readonly string[];
    add_context_from_internet?: boolean;
    model?: string;
  },
  options?: LanguageModelOptions,
): Promise<T> => invoke('InvokeLLM', parameters, options);

/** Stores a file; everyone with its address can read it. Images have smaller copies at `file_url + '?width=640'` (160, 320, 640, 1280). */
export const UploadFile = (parameters: { file: Blob }, options?: UploadOptions): Promise<{ file_url: string }> =>
  invoke('UploadFile', parameters, options);

/** Stores a file that only links of `CreateFileSignedUrl` can read. */
export const UploadPrivateFile = (parameters: { file: Blob }, options?: UploadOptions): Promise<{ file_uri: string }> =>
  invoke('UploadPrivateFile', parameters, options);

/** A link to a private file, which ends after `expires_in` seconds: default 300, at most 604800. */
export const CreateFileSignedUrl = (
  parameters: { file_uri: string; expires_in?: number },
  options?: CallOptions,
): Promise<{ signed_url: string }> => invoke('CreateFileSignedUrl', parameters, options);

/** Mails a person who uses or builds the app. `body` is text or HTML. */
export const SendEmail = (
  parameters: { to: string; subject: string; body: string; from_name?: string },
  options?: CallOptions,
): Promise<{ status: 'queued' | 'unsubscribed' }> => invoke('SendEmail', parameters, options);

/** Makes a picture, stored as a file of the app. */
export const GenerateImage = (parameters: { prompt: string }, options?: CallOptions): Promise<{ url: string }> =>
  invoke('GenerateImage', parameters, options);

/** Reads data of `json_schema` from an uploaded file: a table, a document or a picture. */
export const ExtractDataFromUploadedFile = <T = unknown>(
  parameters: { file_url: string; json_schema: object },
  options?: CallOptions,
): Promise<{ status: 'success' | 'error'; details: string | null; output: T | null }> =>
  invoke('ExtractDataFromUploadedFile', parameters, options);

export const Core = {
  InvokeLLM,
  UploadFile,
  UploadPrivateFile,
  CreateFileSignedUrl,
  SendEmail,
  GenerateImage,
  ExtractDataFromUploadedFile,
};
