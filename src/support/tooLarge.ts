/** Thrown when a question is larger than what was to be tried. */
export class TooLarge extends Error {}
