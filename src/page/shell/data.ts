/** All data that a page sends along for its scripts, wherever scripts find it. */
import { boundedJsonIn } from "../../runtime/json.ts";
import { descendants, type Element, rawText } from "../tree/tree.ts";
import { assignedValues } from "./assigned.ts";
import { flightRows, type FlightRows, pushedText } from "./flight.ts";

export interface PageData {
  readonly values: readonly unknown[];
  readonly rows: FlightRows;
}

/** What frameworks keep the data of a page in, where it stands in an attribute. */
const ATTRIBUTES = ["data-page", "data-props", "data-state", "data-initial-state"];
const JSON_TYPE = /^application\/json\b/i;
const SCRIPT_TYPE = /^(?:|module|(?:text|application)\/(?:javascript|ecmascript))$/i;

export function dataOf(page: Element): PageData {
  const values: unknown[] = [];
  let pushed = "";
  for (const each of descendants(page)) {
    const type = each.attributes.get("type") ?? "";
    if (each.tag !== "script") {
      const name = ATTRIBUTES.find((one) => each.attributes.has(one));
      if (name !== undefined) values.push(boundedJsonIn(each.attributes.get(name) ?? ""));
    } else if (JSON_TYPE.test(type)) values.push(boundedJsonIn(rawText(each)));
    else if (SCRIPT_TYPE.test(type)) {
      values.push(...assignedValues(rawText(each)));
      pushed += pushedText(rawText(each));
    }
  }
  return { values: values.filter((value) => typeof value === "object" && value !== null), rows: flightRows(pushed) };
}
