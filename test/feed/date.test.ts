import { expect, test } from "bun:test";
import fc from "fast-check";
import { readDate } from "../../src/feed/date.ts";
import { monthOf } from "../../src/feed/months.ts";

test.each<[string, string | undefined]>([
  // RFC 822 and what is sold as it.
  ["Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"],
  ["01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"],
  ["Thu, 01 Jan 04 19:48 GMT", "2004-01-01T19:48:00Z"],
  ["Thu, 01 Jan 99 19:48 GMT", "1999-01-01T19:48:00Z"],
  ["Thu, 01 Jan 2004", "2004-01-01"],
  ["Thu, 5 Apr 2012 10:00:00 +0200", "2012-04-05T10:00:00+02:00"],
  ["Thu, 5 Apr 2012 10:00:00 GMT+0200", "2012-04-05T10:00:00+02:00"],
  ["Thu, 5 Apr 2012 10:00:00 +02:00", "2012-04-05T10:00:00+02:00"],
  ["Thu, 5 Apr 2012 10:00:00 -0500 (EST)", "2012-04-05T10:00:00-05:00"],
  ["Mon, 26 January 2004 16:31:00 EST", "2004-01-26T16:31:00-05:00"],
  ["Mon, 26 January 2004 16:31:00 XYZ", "2004-01-26T16:31:00Z"],
  ["Thu, 05 Apr 2012 10:00:00 Etc/GMT", "2012-04-05T10:00:00Z"],
  ["Thu, 05 Apr 2012 10:00:00 +9900", "2012-04-05T10:00:00Z"],
  ["Wrongday, 05 Apr 2012 10:00:00 Z", "2012-04-05T10:00:00Z"],
  ["Thu, Apr 05 2012 10:00:00 GMT", "2012-04-05T10:00:00Z"],
  ["Thu,  05  Apr\n2012 10:00:00", "2012-04-05T10:00:00Z"],
  ["Wed, 02 Oct 2002 3:05 PM EST", "2002-10-02T15:05:00-05:00"],
  ["Wed, 02 Oct 2002 12:05 AM", "2002-10-02T00:05:00Z"],
  ["Thu, 01 Jan 2004 24:00:00 GMT", "2004-01-02T00:00:00Z"],
  ["Thu, 01 Jan 2004 23:59:60 GMT", "2004-01-01T23:59:59Z"],
  ["Saturday, 13-Sep-03 00:11:22 GMT", "2003-09-13T00:11:22Z"],
  ["Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T08:19:53-04:00"],
  // W3CDTF, whole and in parts.
  ["2003-12-31T10:14:55Z", "2003-12-31T10:14:55Z"],
  ["2003-12-31T10:14:55.123-08:00", "2003-12-31T10:14:55.123-08:00"],
  ["2003-12-31T10:14:55.5Z", "2003-12-31T10:14:55.500Z"],
  ["2003-12-31T10:14+0100", "2003-12-31T10:14:00+01:00"],
  ["2003-12-31 10:14:55", "2003-12-31T10:14:55Z"],
  ["2003-12-31", "2003-12-31"],
  ["2003-12", "2003-12"],
  ["2003", "2003"],
  ["20031231", "2003-12-31"],
  ["20031231T101455Z", "2003-12-31T10:14:55Z"],
  ["2003-335", "2003-12-01"],
  ["2003335", "2003-12-01"],
  ["2004-07-08 23:56:58.0", "2004-07-08T23:56:58Z"],
  // asctime, and as America and Europe write it.
  ["Sun Jan  4 16:29:06 2004", "2004-01-04T16:29:06Z"],
  ["Sun Jan  4 16:29:06 PST 2004", "2004-01-04T16:29:06-08:00"],
  ["12/31/2004 10:11 PM", "2004-12-31T22:11:00Z"],
  ["31/12/2004 22:11", "2004-12-31T22:11:00Z"],
  ["31.12.2004 10:11", "2004-12-31T10:11:00Z"],
  ["Jan 2, 2020 3:04 pm", "2020-01-02T15:04:00Z"],
  ["5th September 2020", "2020-09-05"],
  ["5 November 2025 - 09:01", "2025-11-05T09:01:00Z"],
  ["Friday, January 5, 2024 - 10:00", "2024-01-05T10:00:00Z"],
  ["Fri, 01/05/2024 - 10:00", "2024-01-05T10:00:00Z"],
  ["5 November 2025 -0500", "2025-11-05"],
  // As programs write out a time: of Go, of Java, of a clock that counts seconds or their thousandth part.
  ["2017-08-01 13:55:44.364419679 +0200 CEST", "2017-08-01T13:55:44.364+02:00"],
  ["2017-08-01 13:55:44 +0000 UTC", "2017-08-01T13:55:44Z"],
  ["2024-01-05T10:00:00+01:00[Europe/Berlin]", "2024-01-05T10:00:00+01:00"],
  ["2024-01-05T10:00:00Z[UTC]", "2024-01-05T10:00:00Z"],
  ["1700000000", "2023-11-14T22:13:20Z"],
  ["1700000000000", "2023-11-14T22:13:20Z"],
  ["1700000000.25", undefined],
  ["0999999999", undefined],
  ["2024010510", undefined],
  // Signs that only look like these.
  ["2024\u201101\u201105", "2024-01-05"],
  ["2024-01-05T10:00:00\u221205:00", "2024-01-05T10:00:00-05:00"],
  ["\uff12\uff10\uff12\uff14\u5e74\uff11\u6708\uff15\u65e5", "2024-01-05"],
  // Other languages.
  ["2024年1月5日 10時05分", "2024-01-05T10:05:00Z"],
  ["2024年1月5日 10时05分30秒", "2024-01-05T10:05:30Z"],
  ["2024년 1월 5일 오후 3시 05분", "2024-01-05T15:05:00+09:00"],
  ["Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T12:00:00-05:00"],
  ["2004-július-13T9:15-05:00", "2004-07-13T09:15:00-05:00"],
  ["2004-szeptember-10T9:15+01:00", "2004-09-10T09:15:00+01:00"],
  ["2004년 05월 28일  01:31:15", "2004-05-28T01:31:15+09:00"],
  ["2004-05-25 오후 11:23:17", "2004-05-25T23:23:17+09:00"],
  ["2004年5月28日 01:31", "2004-05-28T01:31:00Z"],
  ["lundi 3 août 2015 10:00", "2015-08-03T10:00:00Z"],
  ["Di, 3. März 2020 10:00:00 +0100", "2020-03-03T10:00:00+01:00"],
  ["martes, 5 de mayo de 2015 10:00", "2015-05-05T10:00:00Z"],
  ["Пт, 06 Июн 2014 10:00:00 +0400", "2014-06-06T10:00:00+04:00"],
  ["5. června 2024", "2024-06-05"],
  ["5. července 2024", "2024-07-05"],
  ["5. lipnja 2024", "2024-06-05"],
  ["5 lipca 2024", "2024-07-05"],
  ["5. srpnja 2024", "2024-07-05"],
  ["5. srpna 2024", "2024-08-05"],
  ["5 січня 2024", "2024-01-05"],
  ["5 iunie 2024", "2024-06-05"],
  ["الجمعة, 05 يناير 2024 10:00:00 +0300", "2024-01-05T10:00:00+03:00"],
  ["vendredi 5 janvier 2024 à 10h05", "2024-01-05T10:05:00Z"],
  ["sexta-feira, 5 de janeiro de 2024", "2024-01-05"],
  ["5 января 2024 г., 10:00", "2024-01-05T10:00:00Z"],
  ["金, 05 1月 2024 10:00:00 +0900", "2024-01-05T10:00:00+09:00"],
  ["금, 05 12월 2024 10:00:00 +0900", "2024-12-05T10:00:00+09:00"],
  ["2024年1月5日(金) 10:00", "2024-01-05T10:00:00Z"],
  ["2024年1月5日 下午3:00", "2024-01-05T15:00:00Z"],
  ["2024年1月5日 午前12:30", "2024-01-05T00:30:00Z"],
  ["2024. 1. 5. 오후 3:00", "2024-01-05T15:00:00+09:00"],
  // No dates.
  ["Mon, 01 Jan 0001 00:00:00 +0000", undefined],
  ["0001-01-01T00:00:00Z", undefined],
  ["", undefined],
  ["soon", undefined],
  ["0", undefined],
  ["2016-02-31", undefined],
  ["Thu, 31 Jun 2004 19:48:21 GMT", undefined],
  ["31 Foo 2004", undefined],
  ["2003-13-01", undefined],
  ["0000-00-00 00:00:00", undefined],
])("%j is %s", (written, date) => {
  expect(readDate(written)).toBe(date);
});

const LANGUAGES =
  "en de fr es it pt nl da sv nb fi pl cs sk sl sr-Latn sr bs hu ro uk ru bg mk el tr id gl et ar he zh ja ko";

test.each(LANGUAGES.split(" "))("the months of %s are told apart, whole and cut short", (language) => {
  for (let month = 1; month <= 12; month++) {
    for (const length of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, {
        day: "numeric",
        month: length,
        year: "numeric",
        timeZone: "UTC",
      });
      const name = format.formatToParts(Date.UTC(2024, month - 1, 5)).find(({ type }) => type === "month")?.value ?? "";
      if (!/^\d*$/.test(name)) expect(`${name} ${monthOf(name)}`).toBe(`${name} ${month}`);
    }
  }
});

test("every moment is read as it is written by any software that keeps to a form", () => {
  const moments = fc.date({
    min: new Date("1970-01-01T00:00:00Z"),
    max: new Date("2049-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, (moment) => {
      const whole = new Date(Math.floor(moment.getTime() / 1000) * 1000);
      for (const written of [
        whole.toUTCString(),
        whole.toISOString(),
        whole.toISOString().replace(".000Z", "+00:00"),
      ]) {
        expect(Date.parse(readDate(written) ?? "")).toBe(whole.getTime());
      }
    }),
  );
});

test("whatever is read is a date that can be read again, and means the same", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-zA-Z ,:+./-]{0,30}$/), (written) => {
      const date = readDate(written);
      if (date !== undefined) expect(readDate(date)).toBe(date);
    }),
    { numRuns: 2000 },
  );
});
