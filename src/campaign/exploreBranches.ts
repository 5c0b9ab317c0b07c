// The side of the worker: branches of somebody's search.

export { type BranchesResult, exploreBranches } from '../explicit/parallel/apart/exploreBranches.js';
