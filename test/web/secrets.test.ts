/** What a page shows to others of what was typed holds no secret, wherever in a document it stands. */
import { expect, test } from "bun:test";
import { bodyWithoutSecrets, isSecretName, withoutSecrets } from "../../src/web/parts/secrets.ts";

const TYPED = {
  params: { page_token: "CAoQAA", id: 7 },
  body: {
    user: { name: "Ann", password: "hunter2", pin: 12 },
    webhook: { url: "https://ann.example/", secret: 4711 },
    accounts: [{ apiKey: "sk_1" }, { label: "second" }],
    credentials: { basic: { username: "ann", password: "hunter2" } },
    private: true,
    token: "",
    recovery: null,
  },
};

test("a link leaves secrets out, however deep they stand, and keeps all else", () => {
  expect(withoutSecrets(TYPED, "link")).toEqual({
    params: { page_token: "CAoQAA", id: 7 },
    body: {
      user: { name: "Ann", pin: 12 },
      webhook: { url: "https://ann.example/" },
      accounts: [{}, { label: "second" }],
      credentials: { basic: {} },
      private: true,
      token: "",
      recovery: null,
    },
  });
});

test("a snippet names what is to be filled in, in the place of each", () => {
  expect(withoutSecrets(TYPED, "snippet")).toMatchObject({
    body: {
      user: { name: "Ann", password: "{password}" },
      webhook: { secret: "{secret}" },
      accounts: [{ apiKey: "{apiKey}" }, { label: "second" }],
      credentials: { basic: { username: "{username}", password: "{password}" } },
      private: true,
    },
  });
});

test("a member may be called as members of every object are", () => {
  const odd = JSON.parse('{"__proto__":{"password":"x","a":1}}');
  expect(JSON.stringify(withoutSecrets(odd, "link"))).toBe('{"__proto__":{"a":1}}');
});

test("what was sent is shown to the letter where it holds no secret", () => {
  const plain = '{ "id": 12345678901234567891 }';
  expect(bodyWithoutSecrets(plain)).toBe(plain);
  expect(bodyWithoutSecrets("no JSON")).toBe("no JSON");
  expect(bodyWithoutSecrets('{"credentials":{"bearer":"abc"}}')).toBe('{"credentials":{"bearer":"{bearer}"}}');
});

test.each([
  ["api_key", true],
  ["/body/clientSecret", true],
  ["Authorization", true],
  ["max_tokens", false],
  ["next-token", false],
  ["keyboard", false],
])("%s is a secret's name: %p", (name, isSecret) => {
  expect(isSecretName(name)).toBe(isSecret);
});
