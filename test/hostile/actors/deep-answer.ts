/** Answers what nests too deeply to be read. */
import { attack } from "./_attack.ts";

const deep = attack("deep-answer", {});
export default { ...deep, run: async () => JSON.parse(`${"[".repeat(5_000)}1${"]".repeat(5_000)}`) };
