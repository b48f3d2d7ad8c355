/** Words that say nothing about what is sought: articles, prepositions, and the phrases people wrap a request in. */

export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be been but by can could did do does doing for from get gets give had has have having hers " +
    "him his how i if in into is it its just know let like make may me might mine must my need needs no not of off on " +
    "one onto or our out over please shall she should show so some such tell than that the their them then there these " +
    "they this those through to too up us use used using very via want wants was we were what when where whether which " +
    "while who whom whose why will with within without would you your api apis endpoint rest way help find " +
    "something someone anything today tomorrow tonight yesterday now s t re ve ll d m"
  ).split(" "),
);
