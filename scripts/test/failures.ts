/** What failed, as the test runner's JUnit report tells it. */
import { XMLParser } from "fast-xml-parser";

export interface Failure {
  readonly file: string;
  readonly name: string;
}

interface Suite {
  readonly testsuite?: readonly Suite[];
  readonly testcase?: readonly { file: string; name: string; classname: string; failure?: unknown }[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  isArray: (name) => name === "testsuite" || name === "testcase",
});

/** In the order of the report; none where it is no report. */
export function failuresIn(report: string): readonly Failure[] {
  const { testsuites }: { testsuites?: Suite } = report === "" ? {} : parser.parse(report);
  return testsuites === undefined ? [] : failuresOf(testsuites);
}

function failuresOf({ testsuite = [], testcase = [] }: Suite): readonly Failure[] {
  const own = testcase
    .filter((test) => "failure" in test)
    .map(({ file, name, classname }) => ({ file, name: [classname, name].filter(Boolean).join(" > ") }));
  return [...own, ...testsuite.flatMap(failuresOf)];
}
