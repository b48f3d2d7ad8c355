/** The two ways in which a ledger server gives no answer. */

/** The server gave no answer that can be used: another one may. */
export class ServerFault extends Error {
  override readonly name = "ServerFault";
}

/** The server understood, and says no: for example "actNotFound". */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly error: string;

  constructor(error: string) {
    super(`The ledger server answers "${error}"`);
    this.error = error;
  }
}
