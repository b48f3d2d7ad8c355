/**
 * The address of a login as a description has it, for a browser: one that begins with a slash is of the API's own server
 * (OpenAPI 3.1, "OAuth Flow Object"). `undefined` of what is no address; a lone slash only fills a field that must not be
 * empty.
 */
export function loginAddress(address: string, baseUrl: string): string | undefined {
  if (URL.canParse(address)) return address;
  return address.startsWith("/") && address !== "/" ? URL.parse(address, baseUrl)?.href : undefined;
}
