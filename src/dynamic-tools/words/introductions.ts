/** The words that stand before what a thing is called, titled or says, in the languages of wishes; for patterns without case. */

export const CALLED = "called|named|namens|genannt|llamad[oa]s?|appel[ée]e?s?|nomm[ée]e?s?|chamad[oa]s?|chiamat[oa]";
export const TITLED = "titled|betitelt|titulad[oa]s?|intitul[ée]e?s?|intitulad[oa]s?|intitolat[oa]";
export const SAYING = "saying|says?|diciendo|disant|dizendo|dicendo";
