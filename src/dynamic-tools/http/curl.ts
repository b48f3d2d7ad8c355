/** A curl command: its method, where it goes and what it sends. Headers and credentials are the caller's own affair. */

export interface Curl {
  readonly method: string;
  readonly address: string;
  readonly data: string;
  /** What is sent stands in the address ("-G"). */
  readonly isQuery: boolean;
  /** It was given by fields ("-F", "--data-urlencode"). */
  readonly isForm: boolean;
}

const METHOD = new Set(["-X", "--request"]);
const DATA = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);
const FIELD = new Set(["-F", "--form", "--data-urlencode"]);
/** Options with a value that says nothing of what is asked. */
const VALUED = new Set(
  "-H --header -u --user -A --user-agent -o --output -e --referer -b --cookie -c --cookie-jar -m --max-time --connect-timeout --retry -x --proxy --oauth2-bearer".split(
    " ",
  ),
);

export function curlIn(text: string): Curl | undefined {
  const command = /^\s*(?:\$\s)?curl\s([^]*)$/.exec(text)?.[1];
  if (command === undefined) return undefined;
  const words = shellWords(command);
  const data: string[] = [];
  let [method, address, isQuery, isForm] = ["", "", false, false];
  for (let at = 0; at < words.length; at++) {
    const { option, value } = optionOf(words[at] ?? "");
    const next = () => value ?? words[++at] ?? "";
    if (METHOD.has(option)) method = next().toUpperCase();
    else if (DATA.has(option)) data.push(next());
    else if (FIELD.has(option)) {
      isForm = true;
      data.push(next());
    } else if (VALUED.has(option)) next();
    else if (option === "-G" || option === "--get") isQuery = true;
    else if (option === "--url") address = next();
    else if (option === "" && address === "") address = words[at] ?? "";
  }
  if (address === "") return undefined;
  const isSent = data.length > 0 && !isQuery;
  return {
    method: method === "" ? (isSent ? "POST" : "GET") : method,
    address: /^https?:\/\//.test(address) ? address : `https://${address}`,
    data: data.join("&"),
    isQuery,
    isForm,
  };
}

/** "-XPOST" and "--request=POST" hold their value themselves. */
function optionOf(word: string): { readonly option: string; readonly value?: string } {
  if (!word.startsWith("-")) return { option: "" };
  const [, long = "", given] = /^(--[a-z\d-]+)(?:=([^]*))?$/.exec(word) ?? [];
  if (long !== "") return { option: long, ...(given !== undefined && { value: given }) };
  const option = word.slice(0, 2);
  const isJoined = word.length > 2 && (METHOD.has(option) || DATA.has(option) || VALUED.has(option));
  return { option, ...(isJoined && { value: word.slice(2) }) };
}

/** As a shell splits them: quotation marks hold words together, a backslash takes the next sign as it is. */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < command.length; at++) {
    const sign = command[at] ?? "";
    if (quote !== "") {
      if (sign === quote) quote = "";
      else if (sign === "\\" && quote === '"' && /["\\$`]/.test(command[at + 1] ?? "")) word += command[++at] ?? "";
      else word += sign;
    } else if (sign === "'" || sign === '"') {
      quote = sign;
      word ??= "";
    } else if (sign === "\\") {
      const next = command[++at] ?? "";
      if (next !== "\n") word = (word ?? "") + next;
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}
