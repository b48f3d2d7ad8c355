import { expect, test } from "bun:test";
import { pointIn } from "../../src/utterance/points.ts";

test.each([
  ["weather at 46.95, 7.45", { lat: 46.95, lon: 7.45 }],
  ["46.95° n, 7.45° w", { lat: 46.95, lon: -7.45 }],
  [`46°57′8.66″ n, 7°26′50″ e`, { lat: 46.952406, lon: 7.447222 }],
  [`40°42'46" n 74°0'22" w`, { lat: 40.712778, lon: -74.006111 }],
  ["33° 51' s, 151° 12' e", { lat: -33.85, lon: 151.2 }],
  ["-33,8688; 151,2093", { lat: -33.8688, lon: 151.2093 }],
  ["52,52 13,405", { lat: 52.52, lon: 13.405 }],
  ["46,95° n, 7,45° e", { lat: 46.95, lon: 7.45 }],
  ["33,87 s 151,21 e", { lat: -33.87, lon: 151.21 }],
  ["n 46,95 e 7,45", { lat: 46.95, lon: 7.45 }],
  ["s33.87, w151.21", { lat: -33.87, lon: -151.21 }],
  ["latitude: 46,95, longitude: 7,45", { lat: 46.95, lon: 7.45 }],
  ["lon 7,45 lat 46,95", { lat: 46.95, lon: 7.45 }],
  ["breite 46,95, lange 7,45", { lat: 46.95, lon: 7.45 }],
  ["lat: 46, lon: 7", { lat: 46, lon: 7 }],
  ["46 n, 7 e", { lat: 46, lon: 7 }],
  // Whose letter is o, the east's or the west's, is not known: no point is better than another one.
  ["46,95 n 7,45 o", undefined],
  ["46,95° nord 7,45° ost", undefined],
  ["10,5", { lat: 10, lon: 5 }],
  ["1,234,567", undefined],
  ["91°0' n 0°0' e", undefined],
])("pointIn(%j)", (said, point) => {
  expect(pointIn(said)).toEqual(point);
});
