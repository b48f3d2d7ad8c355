/**
 * What is classified as one: an API as a whole, or each tag of an API so large that it has many subjects.
 * Topics gather a sample of their operations' words while these are read.
 */
import { CATEGORIES, categoryNumber } from "../categories.ts";
import { type BayesModel, openBayes, trainBayes } from "../classify/bayes.ts";
import { type Topic, classifyTopic, certainCategory, topicWords } from "../classify/classify.ts";
import { splitIdentifier } from "../words/words.ts";
import type { ImportedOperation } from "./operation.ts";

/** From so many operations on, an API is classified tag by tag. */
const LARGE_API = 400;
const SAMPLE_CHARS = 1500;

interface DocumentFacts {
  readonly api: string;
  readonly title: string;
  readonly description: string;
  readonly providerCategories: readonly string[];
  readonly operationCount: number;
}

interface TopicDraft extends Omit<Topic, "operations"> {
  operations: string;
}

export interface Topics {
  /** Starts a document and returns the function that names the topic of each of its operations. */
  open(facts: DocumentFacts): (operation: ImportedOperation) => number;
  /** Trains on the topics whose provider files them under something specific, and on further lessons. */
  train(further: readonly { readonly category: string; readonly text: string }[]): BayesModel;
  /** Topic and category numbers of all topics. */
  classified(model: BayesModel): Iterable<readonly [topic: number, category: number]>;
}

export function createTopics(): Topics {
  const topics: TopicDraft[] = [];

  return {
    open({ api, title, description, providerCategories, operationCount }) {
      const byTag = new Map<string, number>();
      const isLarge = operationCount >= LARGE_API;
      return (operation) => {
        const tag = isLarge ? (operation.tags[0] ?? firstSegment(operation.path)) : "";
        let number = byTag.get(tag);
        if (number === undefined) {
          number = topics.push({
            api,
            operations: "",
            title: isLarge ? splitIdentifier(tag) : title,
            tags: isLarge ? title : "",
            description: isLarge ? "" : description,
            providerCategories,
            isPart: isLarge,
          });
          byTag.set(tag, number);
        }
        const topic = topics[number - 1];
        if (topic !== undefined && topic.operations.length < SAMPLE_CHARS) {
          topic.operations += ` ${operation.tags.map(splitIdentifier).join(" ")} ${operation.name}`;
        }
        return number;
      };
    },
    train(further) {
      const lessons = topics.flatMap((topic) => {
        const category = topic.isPart ? undefined : certainCategory(topic);
        return category === undefined ? [] : [{ category, words: topicWords(topic) }];
      });
      const listed = further.flatMap(({ category, text }) => {
        const number = categoryNumber(category);
        return number === undefined
          ? []
          : [{ category: number, words: topicWords({ title: text, tags: "", operations: "", description: "" }) }];
      });
      return trainBayes([...lessons, ...listed], CATEGORIES.length);
    },
    *classified(model) {
      const bayes = openBayes(model);
      for (const [index, topic] of topics.entries()) {
        yield [index + 1, categoryNumber(classifyTopic(topic, bayes).category) ?? 0];
      }
    },
  };
}

function firstSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "" && !/^v\d/.test(segment)) ?? "";
}
