// The same random programs in every run of the tests, so that a red test is the doing of the change it is seen on.
// FC_SEED=random takes others, FC_SEED=N those of an earlier run; `diptych crosscheck --random` goes on without end.

import fc from 'fast-check';

const wanted = process.env.FC_SEED;
if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? 2026 : Number(wanted) });
