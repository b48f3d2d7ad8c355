/**
 * What a page keeps for its tab. A browser that lets no site keep anything throws wherever its storage is named, and one
 * that keeps little refuses what is long: that is kept for as long as the page is there.
 */
const ofThisPage = new Map<string, string>();

export function kept(name: string): string | undefined {
  const own = ofThisPage.get(name);
  if (own !== undefined) return own;
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, text: string): void {
  forget(name);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    ofThisPage.set(name, text);
  }
}

export function forget(name: string): void {
  ofThisPage.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept there.
  }
}
