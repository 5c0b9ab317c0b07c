// The side of the worker: a branch of somebody's search.

export { type BranchResult, exploreBranch } from '../explicit/parallel/apart/exploreBranch.js';
