// Files of a page are embedded: nothing waits.

export { openSync as openWithoutWaiting, readFileSync as readWithoutWaiting } from './node.js';

export class NotAFile extends Error {}
