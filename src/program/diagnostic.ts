// Diagnostics are in support/; kept for a while for those who look for them here.

export * from '../support/diagnostic.js';
