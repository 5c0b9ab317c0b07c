// Fewer choices for the engines to try, with the same answers.

import type { Thread } from '../program.js';
import { fewerChoices } from './choiceClasses.js';
import { chosenRemainders } from './chosenRemainders.js';
import { narrowedChoices } from './nondetRange.js';
import { withoutUnreadChoices } from './unreadChoices.js';

export const withFewChoices = (thread: Thread): Thread =>
  fewerChoices(chosenRemainders(withoutUnreadChoices(narrowedChoices(thread))));
