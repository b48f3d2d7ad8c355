/** What the parser lets pass and XML, or its namespaces, do not (Namespaces in XML 1.0, sections 4 and 7). */
import type { SaxesParser } from "saxes";
import { type HubError, invalidInput } from "../../../src/runtime/errors.ts";

/** What follows a prefix begins as any name does. */
const NO_LOCAL_NAME = /:(?:[-.\d]|[\u0300-\u036f]|[\u00b7\u203f\u2040])/;
const NO_NAME_AFTER_PREFIX = "what follows a prefix is no name";

/** Has the parser refuse it. `hasMark` where the text began with a byte order mark. Returns the check of a name. */
export function refuseMisfits(parser: SaxesParser<{ xmlns: true }>, hasMark: boolean): (name: string) => void {
  const misnamed = (detail: string): HubError =>
    invalidInput("/payload", `is not XML at line ${parser.line}, column ${Math.max(1, parser.columnIndex)}: ${detail}`);
  parser.on("doctype", (doctype) => {
    if (/<!ENTITY/.test(doctype)) {
      throw invalidInput("/payload", `declares entities before line ${parser.line}; write out what they stand for`);
    }
    if (/<!NOTATION\s{1,99}[^\s:>]{0,200}:/.test(doctype)) throw misnamed("a notation has a colon in its name");
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (
      hasMark &&
      encoding !== undefined &&
      !/^(?:utf-?8|utf-?16(?:[bl]e)?|ucs-?2|iso-10646-ucs-[24])$/i.test(encoding)
    ) {
      throw invalidInput(
        "/payload",
        "has a byte order mark of Unicode at line 1, column 1, and declares another encoding",
      );
    }
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target.includes(":")) throw misnamed("a processing instruction has a colon in its name");
  });
  return (name) => {
    if (NO_LOCAL_NAME.test(name)) throw misnamed(NO_NAME_AFTER_PREFIX);
  };
}
