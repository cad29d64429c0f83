import { Conflict, type LimitSpec, type LimitSpecs } from '@sayso/core';
import { FileQuotaReached } from '../errors.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** What endpoints use up. Each kind is counted for the caller, the app, the account that owns the app, and the installation. */
export type CallKind = 'modelCalls' | 'pictures' | 'extracts' | 'mails' | 'calls';

/** `perOwner` and `inAll` are settings. The limits of callers and apps come with the call: an app may set less. */
function ofCalls(kind: CallKind, what: string, [perOwner, inAll]: readonly [string | number, string | number]): LimitSpecs {
  const spec = (most: string | number, words: string): LimitSpec => ({ unit: 'calls', window: 'day', most, words: `${what} ${words}` });
  return {
    [`${kind}OfCaller`]: spec(MOST, 'by one caller of one app in a day'),
    [`${kind}OfApp`]: spec(MOST, 'by one app in a day'),
    [`${kind}OfOwner`]: spec(perOwner, 'by all apps of one account in a day'),
    [`${kind}OfAll`]: spec(inAll, 'by all apps of this server in a day'),
  };
}

const refuse = (sentence: string) => () => new FileQuotaReached(sentence);

/** Files and their bytes: of a day of a caller, of an app, of its owner and of the installation, and of all files of an app. */
const files: LimitSpecs = {
  ...ofFiles(
    'OfCaller',
    'day',
    'PER_CALLER_AND_DAY',
    'You have uploaded as many files today as this app allows. Please try again tomorrow.',
  ),
  ...ofFiles(
    'OfAppToday',
    'day',
    'PER_APP_AND_DAY',
    'As many files were uploaded to this app today as it may receive in a day. Please try again tomorrow.',
  ),
  ...ofFiles(
    'OfOwner',
    'day',
    'PER_OWNER_AND_DAY',
    'As many files were uploaded today as all apps of this owner may receive in a day. Please try again tomorrow.',
  ),
  ...ofFiles('OfAll', 'day', 'PER_DAY', 'As many files were uploaded today as this server receives in a day. Please try again tomorrow.'),
  ...ofFiles('OfApp', 'none', 'PER_APP', 'This app has no room for more files.'),
};

function ofFiles(of: string, window: LimitSpec['window'], setting: string, sentence: string): LimitSpecs {
  const spec = (unit: string, most: string): LimitSpec => ({ unit, window, most, words: `Uploaded ${unit}`, refusal: refuse(sentence) });
  return { [`files${of}`]: spec('files', `FILES_${setting}`), [`bytes${of}`]: spec('bytes', `FILE_BYTES_${setting}`) };
}

export const limits: LimitSpecs = {
  ...ofCalls('modelCalls', 'Calls of the language model', ['LLM_CALLS_PER_OWNER_AND_DAY', 'LLM_CALLS_PER_DAY']),
  ...ofCalls('pictures', 'Calls of GenerateImage', ['IMAGES_PER_OWNER_AND_DAY', 'IMAGES_PER_DAY']),
  ...ofCalls('extracts', 'Calls of ExtractDataFromUploadedFile', ['EXTRACTS_PER_OWNER_AND_DAY', 'EXTRACTS_PER_DAY']),
  // Of owners, recipients and the installation the plugin counts that sends mail: invitations are mailed too.
  ...ofCalls('mails', 'Mails', [MOST, MOST]),
  ...ofCalls('calls', 'Calls of one endpoint', ['INTEGRATION_CALLS_PER_OWNER_AND_DAY', MOST]),
  ...files,
  instances: {
    unit: 'integrations',
    window: 'none',
    most: 50,
    words: 'Integrations of one app',
    refusal: (most) => new Conflict(`An app has at most ${most} integrations.`),
  },
};
