/** A wish in plainer words of the same. */
import { withJoinedVerb } from "../../../catalog/words/separable.ts";
import { withNameOfAnswer } from "./asked-otherwise.ts";
import { withConversion } from "./conversions.ts";
import { corrected } from "../clauses/corrections.ts";
import { withPlainQuestion } from "./everyday-questions.ts";
import { withFieldsLast } from "../clauses/field-sentences.ts";
import { withFramesInEnglish } from "../languages/foreign-frames.ts";
import { withTargetInEnglish } from "../languages/language-pairs.ts";
import { withCallAsWords } from "./function-calls.ts";
import { withKnownNames } from "../names/known-names.ts";
import { withLabelsAndAssignees } from "./label-verbs.ts";
import { withMainClauseFirst } from "../clauses/main-clause.ts";
import { withoutMarkdown } from "./markdown.ts";
import { withPlainVerb } from "./phrasal-verbs.ts";
import { withoutPoliteness } from "../clauses/politeness.ts";
import { withWordsOfService } from "./service-words.ts";
import { withSendingVerb } from "./sending-verbs.ts";
import { withoutStepLabel } from "../clauses/step-labels.ts";
import { withJoinedWords } from "../languages/joined-words.ts";
import { withVerbFirst } from "../languages/verb-at-end.ts";
import { withWorksSearched } from "./works-searched.ts";

/** In this order: each reads what the one before it has left. */
const PLAINER: readonly ((text: string) => string)[] = [
  withoutMarkdown,
  withCallAsWords,
  withoutStepLabel,
  withoutPoliteness,
  withJoinedWords,
  withTargetInEnglish,
  withFramesInEnglish,
  withNameOfAnswer,
  corrected,
  withMainClauseFirst,
  withPlainQuestion,
  withConversion,
  withPlainVerb,
  withSendingVerb,
  withLabelsAndAssignees,
  withWorksSearched,
  withWordsOfService,
  withFieldsLast,
  withJoinedVerb,
  withVerbFirst,
  withKnownNames,
];

export function inPlainWords(wish: string): string {
  return PLAINER.reduce((text, plainer) => plainer(text), wish);
}
