/** Which names of slots take half of a point. */

export const isLatitude = (word: string) => /^(?:lat|latitude|\w+ lat|\w+ latitude)$/.test(word);
export const isLongitude = (word: string) => /^(?:lon|lng|long|longitude|\w+ (?:lon|lng|longitude))$/.test(word);
