/** How much a text says by its length, whatever its script: a Chinese character says as much as some Latin letters. */

const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

export function widthOf(text: string): number {
  return text.length + (text.match(DENSE)?.length ?? 0);
}
