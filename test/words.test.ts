// The style of comments, titles and documents as upper limits. A limit may go down, never up. `npm run measure words` prints the
// counts.

import { describe, expect, it } from 'vitest';
import {
  allComments,
  beginsWithQuestionWord,
  type Comment,
  longSentences,
  longSentencesOfDocuments,
  speaksOfPersons,
  titlesWithQuestionWords,
} from '../scripts/words.js';

const place = ({ path, line, text }: Comment): string => `${path}:${line}: ${text}`;
const comments = allComments();

describe('comments', () => {
  it('name their subject instead of a question word', () => {
    expect(comments.filter(beginsWithQuestionWord).map(place)).toEqual([]);
  });

  it('name the thread, engine or caller instead of a person', () => {
    expect(comments.filter(speaksOfPersons).map(place)).toEqual([]);
  });

  it('have short sentences', () => {
    expect(longSentences(comments).length).toBeLessThanOrEqual(280);
  });
});

describe('titles of tests', () => {
  it('name their subject instead of a question word', () => {
    expect(titlesWithQuestionWords()).toEqual([]);
  });
});

describe('documents', () => {
  it('have short sentences', () => {
    expect(longSentencesOfDocuments().length).toBeLessThanOrEqual(350);
  });
});
