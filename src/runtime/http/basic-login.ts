/** A name and a password as HTTP sends them (RFC 7617), and what of them is secret. */

interface BasicLogin {
  readonly username: string;
  readonly password: string;
}

/** Texts that no answer may hold. */
export function secretsOfLogin({ username, password }: BasicLogin): string[] {
  const name = isSecretName({ username, password }) ? [username] : [];
  return [`${username}:${password}`, password, ...name];
}

/** Many services take their key for the name of the login, and no password or any. */
function isSecretName({ username, password }: BasicLogin): boolean {
  return !username.includes("@") && (password.length < 8 || (username.length >= 12 && /\d/.test(username)));
}
