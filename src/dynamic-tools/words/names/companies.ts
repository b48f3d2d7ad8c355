/** Companies, which what they are called ends in tells: "Tall Trees Ltd". */
import { isVerb } from "../verbs/verbs.ts";

/** The forms that the law gives them (ISO 20275, the common ones), without those that are a state as well. */
const FORM = "GmbH|AG|Ltd|Limited|LLP|LLC|Inc|Corp|Corporation|PLC|SAS|SARL|SRL|SpA|BV|ApS|Oy|Pty|Lda|Ltda|& Co";

export const COMPANY = new RegExp(
  `(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}\\p{N}'’&-]{0,30}(?:\\s(?:&\\s)?\\p{Lu}[\\p{L}\\p{N}'’&-]{0,30}){0,3}?\\s(?:${FORM})(?![\\p{L}\\p{N}])`,
  "gu",
);
const ENDS = new RegExp(`\\s(?:${FORM})$`);

export function isCompany(name: string): boolean {
  return ENDS.test(name);
}

/** "Add Tall Trees Ltd" asks for something first: that is found as another name. */
export function companyIn({ 0: text }: RegExpExecArray): string | undefined {
  return isVerb(text.slice(0, text.indexOf(" ")).toLowerCase()) ? undefined : text;
}
