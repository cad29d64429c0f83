/** A failed operation, with the name that Web Crypto gives the error. The isolated code receives it; it never becomes an error of the server. */
export class WebCryptoRefused extends Error {
  constructor(name: 'DataError' | 'InvalidAccessError' | 'NotSupportedError' | 'OperationError' | 'TypeError', message: string) {
    super(message);
    this.name = name;
  }
}
