/** An operation that the code is told to have failed, as Web Crypto names it; it never leaves the sandbox as an error of the server. */
export class WebCryptoRefused extends Error {
  constructor(name: 'DataError' | 'InvalidAccessError' | 'NotSupportedError' | 'OperationError' | 'TypeError', message: string) {
    super(message);
    this.name = name;
  }
}
