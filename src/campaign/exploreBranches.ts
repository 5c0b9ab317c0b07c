// The worker's side of a divided search: it explores the branches it is given.

export { type BranchesResult, exploreBranches } from '../explicit/parallel/apart/exploreBranches.js';
