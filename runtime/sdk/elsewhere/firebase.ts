// The packages of `firebase` of imported projects: reads and writes reject with one sentence, and no user is signed in.

const SENTENCE = 'This app has no connection to Firebase here. Keep its rows in tables, and ask the assistant to replace the calls.';

class NoConnection extends Error {
  readonly code = 'no-connection';
  constructor() {
    super(SENTENCE);
    this.name = 'FirebaseError';
  }
}

export { NoConnection as FirebaseError };

/** A handle that other calls take: its own methods return it, too. */
const handle: object = new Proxy(
  { currentUser: null },
  {
    get: (known, name) =>
      name === 'currentUser' ? known.currentUser : typeof name === 'string' && name !== 'then' && name !== 'toJSON' ? handleOf : undefined,
  },
);
// The arguments say what is asked for, which has no answer here.
function handleOf(..._given: unknown[]): object {
  return handle;
}

async function refused(..._given: unknown[]): Promise<never> {
  throw new NoConnection();
}

const nothing = () => {};
type Listener = ((value: unknown) => void) | { next?: (value: unknown) => void; error?: (error: Error) => void } | undefined;

/** Notifies the listener once that no user is signed in. Returns the function that unsubscribes. */
export function onAuthStateChanged(_auth: unknown, listener: Listener): () => void {
  queueMicrotask(() => (typeof listener === 'function' ? listener(null) : listener?.next?.(null)));
  return nothing;
}
export const onIdTokenChanged = onAuthStateChanged;

/** Fails at once. Returns what ends the subscription. */
export function onSnapshot(_query: unknown, ...given: readonly unknown[]): () => void {
  const functions = given.filter((one) => typeof one === 'function') as ((error: Error) => void)[];
  const observer = given.find((one) => typeof one === 'object' && one !== null) as { error?: (error: Error) => void } | undefined;
  const fail = functions[1] ?? observer?.error;
  queueMicrotask(() => fail?.(new NoConnection()));
  return nothing;
}
export const onValue = onSnapshot;
/** No message arrives. */
export const onMessage = (): (() => void) => nothing;

export const getApps = (): readonly object[] => [];
export const signOut = async (): Promise<void> => {};
export const setPersistence = async (): Promise<void> => {};
export const isSupported = async (): Promise<boolean> => false;
export const httpsCallable = () => refused;
export const uploadBytesResumable = () => ({
  on: (_event: string, _next: unknown, fail?: (error: Error) => void) => fail?.(new NoConnection()),
});
export const off = nothing;

export class Timestamp {
  readonly seconds: number;
  readonly nanoseconds = 0;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
  static now(): Timestamp {
    return Timestamp.fromDate(new Date());
  }
  static fromDate(date: Date): Timestamp {
    return new Timestamp(Math.floor(date.getTime() / 1000));
  }
  static fromMillis(time: number): Timestamp {
    return new Timestamp(Math.floor(time / 1000));
  }
  toDate(): Date {
    return new Date(this.seconds * 1000);
  }
  toMillis(): number {
    return this.seconds * 1000;
  }
}

class Provider {
  addScope(): this {
    return this;
  }
  setCustomParameters(): this {
    return this;
  }
  static credential = handleOf;
}

export {
  handleOf as initializeApp,
  handleOf as getApp,
  handleOf as getAuth,
  handleOf as initializeAuth,
  handleOf as getFirestore,
  handleOf as initializeFirestore,
  handleOf as getStorage,
  handleOf as getFunctions,
  handleOf as getDatabase,
  handleOf as getAnalytics,
  handleOf as getMessaging,
  handleOf as getPerformance,
  handleOf as trace,
  handleOf as getRemoteConfig,
  handleOf as initializeAppCheck,
  handleOf as enableMultiTabIndexedDbPersistence,
  handleOf as collection,
  handleOf as collectionGroup,
  handleOf as doc,
  handleOf as query,
  handleOf as where,
  handleOf as orderBy,
  handleOf as limit,
  handleOf as limitToLast,
  handleOf as startAfter,
  handleOf as startAt,
  handleOf as endAt,
  handleOf as endBefore,
  handleOf as or,
  handleOf as and,
  handleOf as ref,
  handleOf as child,
  handleOf as serverTimestamp,
  handleOf as increment,
  handleOf as arrayUnion,
  handleOf as arrayRemove,
  handleOf as deleteField,
  handleOf as writeBatch,
  handleOf as push,
  handleOf as dbRef,
  handleOf as orderByChild,
  handleOf as equalTo,
  handleOf as documentId,
  handleOf as httpsCallableFromURL,
  handleOf as connectAuthEmulator,
  handleOf as connectFirestoreEmulator,
  handleOf as connectStorageEmulator,
  handleOf as connectFunctionsEmulator,
  handleOf as browserLocalPersistence,
  handleOf as browserSessionPersistence,
  handleOf as inMemoryPersistence,
  handleOf as indexedDBLocalPersistence,
  handleOf as logEvent,
  handleOf as setUserProperties,
  handleOf as setUserId,
  handleOf as enableIndexedDbPersistence,
  handleOf as persistentLocalCache,
  handleOf as persistentMultipleTabManager,
  Provider as GoogleAuthProvider,
  Provider as FacebookAuthProvider,
  Provider as GithubAuthProvider,
  Provider as TwitterAuthProvider,
  Provider as OAuthProvider,
  Provider as EmailAuthProvider,
  Provider as PhoneAuthProvider,
  Provider as RecaptchaVerifier,
  refused as signInWithEmailAndPassword,
  refused as createUserWithEmailAndPassword,
  refused as signInWithPopup,
  refused as signInWithRedirect,
  refused as getRedirectResult,
  refused as signInAnonymously,
  refused as signInWithCredential,
  refused as sendPasswordResetEmail,
  refused as sendEmailVerification,
  refused as updateProfile,
  refused as updatePassword,
  refused as updateEmail,
  refused as confirmPasswordReset,
  refused as deleteUser,
  refused as reauthenticateWithCredential,
  refused as linkWithCredential,
  refused as getDoc,
  refused as getDocs,
  refused as getDocFromServer,
  refused as getDocsFromServer,
  refused as addDoc,
  refused as setDoc,
  refused as updateDoc,
  refused as deleteDoc,
  refused as runTransaction,
  refused as getCountFromServer,
  refused as getAggregateFromServer,
  refused as uploadBytes,
  refused as uploadString,
  refused as getDownloadURL,
  refused as deleteObject,
  refused as listAll,
  refused as get,
  refused as set,
  refused as update,
  refused as remove,
  refused as getIdToken,
  refused as getToken,
  refused as deleteToken,
  refused as fetchAndActivate,
  refused as signInWithPhoneNumber,
  refused as verifyBeforeUpdateEmail,
};
